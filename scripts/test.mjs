// `npm test`: from a fresh clone, on whatever Node there is, to every check there is. Plain JavaScript without
// dependencies, because nothing may be installed yet. `npm test -- --only=types,rules` runs some of them.
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
