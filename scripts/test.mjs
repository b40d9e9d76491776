// `npm test` and `npm run soak`: from a fresh clone, on whatever Node there is, to the checks of scripts/test/run.ts. Plain JavaScript without
// dependencies, because nothing may be installed yet.
import { ensureInstalled, runNode24 } from './bootstrap.mjs';

try {
  await ensureInstalled({ dev: true });
  process.exitCode = await runNode24(['scripts/test/run.ts', ...process.argv.slice(2)], {
    forwardSignals: true,
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
