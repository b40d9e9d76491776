/** Every check there is, one after the other; see steps.ts. Prints last one line `N passed, N failed`. */
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Counts, sum } from './counts.ts';
import { type Step, steps } from './steps.ts';

function chosen(names: string | undefined): readonly Step[] {
  if (names === undefined) return steps;
  const wanted = new Set(names.split(','));
  const unknown = [...wanted].filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `No such check: ${unknown.join(', ')}. There are ${steps.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(2);
  }
  return steps.filter(({ name }) => wanted.has(name));
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
mkdirSync('test-results', { recursive: true });

const table: (Counts & { name: string; seconds: number })[] = [];
for (const { name, run } of chosen(values.only)) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
  const start = performance.now();
  const counts = await run();
  table.push({ name, seconds: Math.round((performance.now() - start) / 1000), ...counts });
}

// The page built here holds the pages for developers too: the next `npm start` builds its own.
if (table.some(({ name }) => name === 'build')) rmSync('dist/web', { recursive: true, force: true });

const total = sum(table);
if (total.skipped.length > 0)
  console.log(`\nSkipped:\n${total.skipped.map((each) => `  ${each}`).join('\n')}`);
console.log();
for (const { name, passed, failed, seconds } of table) {
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s`,
  );
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
