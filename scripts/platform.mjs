// `npm run platform`: auth and rest alone, over the database at DATABASE_URL (or an embedded one), without Loge's schema.
import { ensureInstalled, runNode24 } from './bootstrap.mjs';

await ensureInstalled({ dev: false });
process.exitCode = await runNode24(['server/platform-main.ts'], { forwardSignals: true });
