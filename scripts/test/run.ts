/**
 * Every check of a lane (steps.ts), in the order of the list, those that may at the same time. Prints last one line `N passed, N failed`.
 *
 *   npm test                              the lane of every change
 *   npm run soak                          the lane of what takes long (scripts/test.mjs --soak)
 *     -- --only=rules,e2e                 some of its checks
 *     -- --only=embedded booking/hold     the test files with such a path
 *     -- --seed=7                         the random cases of an earlier run
 *     -- --at=2026-11-22T23:30:00+01:00   as if it were that time now (moved-clock.ts)
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import type { Show } from './child.ts';
import { type Counts, sum } from './counts.ts';
import { clockAhead } from './days.ts';
import { inTurn } from './in-turn.ts';
import { type Step, stepsOf } from './steps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    at: { type: 'string' },
    soak: { type: 'boolean', default: false },
  },
});

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}

/** @returns the names that were asked for; all when none was */
function chosen(names: readonly string[], asked: string | undefined): ReadonlySet<string> {
  if (asked === undefined) return new Set(names);
  const wanted = new Set(asked.split(','));
  const unknown = [...wanted].filter((name) => !names.includes(name));
  if (unknown.length > 0) refuse(`No such check: ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  return wanted;
}

/** fast-check takes 32 bits. */
function seedOf(text: string | undefined): number {
  if (text === undefined) return randomInt(2 ** 31);
  const seed = Number(text);
  return Number.isInteger(seed) ? Math.trunc(seed) : refuse(`--seed=${text} is no whole number`);
}

/** @returns how far the clock of the run is ahead of the machine's, in milliseconds */
function aheadOf(at: string | undefined): number {
  if (at === undefined) return 0;
  const time = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(at) ? Date.parse(at) : Number.NaN;
  return Number.isNaN(time)
    ? refuse(`--at=${at} is no time such as 2026-11-22T23:30:00+01:00`)
    : time - Date.now();
}

const lane = values.soak ? 'soak' : 'test';
const all = stepsOf({ lane, files: positionals });
const wanted = chosen(
  all.flatMap(({ names }) => names),
  values.only,
);
const wantedOf = ({ names }: Step) => names.filter((name) => wanted.has(name));
const seed = seedOf(values.seed);
process.env.TEST_LANE = lane;
process.env.TEST_SEED = String(seed);
const ahead = aheadOf(values.at);
if (ahead !== 0) Object.assign(process.env, clockAhead(ahead));
mkdirSync('test-results', { recursive: true });
console.log(`seed ${seed}${values.at === undefined ? '' : `, at ${values.at}`}`);

const print: Show = (text) => process.stdout.write(text);

async function carryOut(step: Step, show?: Show): Promise<Counts & { name: string; seconds: number }> {
  const names = wantedOf(step);
  const name = names.join(' + ');
  (show ?? print)(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n`);
  const start = performance.now();
  const counts = await step.run(names, show);
  return { name, seconds: Math.round((performance.now() - start) / 1000), ...counts };
}

/** Neighbours of the list that may run at the same time, together; each other one alone. */
function stagesOf(steps: readonly Step[]): Step[][] {
  const stages: Step[][] = [];
  for (const step of steps) {
    const last = stages.at(-1);
    if (step.besideOthers && last?.[0]?.besideOthers) last.push(step);
    else stages.push([step]);
  }
  return stages;
}

/** Two processors: the third has work while one of the others waits. */
const besideEachOther = pLimit(3);

const table: Awaited<ReturnType<typeof carryOut>>[] = [];
for (const stage of stagesOf(all.filter((step) => wantedOf(step).length > 0))) {
  const turns = inTurn(stage.length, print);
  const rows = await besideEachOther.map(stage, async (step, place) => {
    try {
      return await carryOut(step, stage.length > 1 ? turns[place]?.show : undefined);
    } finally {
      turns[place]?.end();
    }
  });
  table.push(...rows);
}

// The page built here holds the pages for developers too: the next `npm start` builds its own.
if (table.some(({ name }) => name === 'build')) rmSync('dist/web', { recursive: true, force: true });

const total = sum(table);
const list = (heading: string, tests: readonly string[]) => {
  if (tests.length > 0) console.log(`\n${heading}:\n${tests.map((each) => `  ${each}`).join('\n')}`);
};
list('Skipped', total.skipped);
list('Failed', total.failures);
list('Passed only when run again, which is a fault to find', total.unsteady);
console.log();
for (const { name, passed, failed, seconds } of table) {
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(22)} ${passed} passed, ${failed} failed, ${seconds} s`,
  );
}
if (total.failed > 0)
  console.log(
    `The random cases of this run again: npm ${lane === 'soak' ? 'run soak' : 'test'} -- --seed=${seed}`,
  );
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
