/**
 * Which test file runs in which lane, and on what. `npm test` is the lane of every change. `npm run soak` has the files named
 * `*.soak.test.ts` and `*.soak.spec.ts`, which take long, and the browser tests that are marked `inSoak`; it runs everything else on the
 * Postgres that `npm test` did not take.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export type Lane = 'test' | 'soak';
type Engine = 'embedded' | 'postgres-15';

/** One run of one file: a project of vitest or Playwright, in a lane. */
export interface Place {
  lane: Lane;
  runner: 'vitest' | 'playwright';
  project: Engine | 'rules' | 'alone' | 'rooms' | 'journey';
}

/** The lane of this run, set by scripts/test/run.ts. Null for a runner started by hand, which then finds the files of both. */
export const laneOfRun: Lane | null =
  process.env.TEST_LANE === 'test' || process.env.TEST_LANE === 'soak' ? process.env.TEST_LANE : null;

const root = join(import.meta.dirname, '../..');
const matches = (path: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob));

/** What is pure, and needs no server: the rules of each room, and the forms of its contracts. */
const RULES = ['product/shared/**', 'product/*/rules/**', 'product/contracts.test.ts'];

/** What `npm test` runs on Postgres 15, the oldest that we promise. It runs everything else on the embedded engine. */
const FIRST_ON_POSTGRES_15 = ['platform/**', 'server/jobs/**', 'server/postgres/**'];

/** What asks nothing of the database, brings its own, or takes long over what no version of it changes. */
const ONLY_EMBEDDED = [
  'server/integrations/**',
  'server/postgres/embedded/**',
  'server/web/**',
  'server/{settings,lifecycle.soak,deploy.soak}.test.ts',
  'platform/auth/{abuse,redirects,enumeration.soak}.test.ts',
  'platform/gateway/**',
  'platform/realtime/limits.test.ts',
  'product/conference/{media,killed.soak,presence.properties.soak}.test.ts',
  'product/calendars/**',
  'product/{seed-demo,seed-hours.soak}.test.ts',
  'product/booking/{model,kill}.soak.test.ts',
  'product/payments/{money-model,disputes,killed-at-the-provider}.soak.test.ts',
];

/** What takes long, and is asked of the server that operators run. */
const ONLY_POSTGRES_15 = ['server/jobs/runner.test.ts', 'server/payments-lifecycle.soak.test.ts'];

/** What measures how long others wait: it has the machine to itself, on the embedded engine. */
const ALONE = ['server/attacks.soak.test.ts'];

/** Journeys in which several browsers meet, or one shows its camera: only the whole browser asks for it. */
const ROOMS = [
  'setup',
  'room',
  'room-meets.soak',
  'room-joins.soak',
  'room-asleep.soak',
  'group-room.soak',
  'relay.soak',
  'janus.soak',
  'moderation-money.soak',
  'extension',
];
/** Journeys that the soak lane runs on Postgres 15 too. */
const JOURNEYS_ON_POSTGRES_15 = ['sign-up'];
const specs = (names: readonly string[]) => names.map((name) => `e2e/${name}.spec.ts`);

/** Marks a browser test of the soak lane in a file of the other. */
export const SOAK_TAG = '@soak';
/** The browser tests of the soak lane, by what Playwright compares: the file, the titles and the tags. */
export const OF_SOAK = /\.soak\.spec\.ts|@soak/;

const says = (path: string, words: string) => readFileSync(join(root, path), 'utf8').includes(words);
const isRandom = (path: string) => says(path, "from 'fast-check'");
const isOfBothLanes = (path: string) => says(path, 'inSoak');

function enginesOf(path: string): readonly [Engine, ...Engine[]] {
  if (matches(path, ONLY_EMBEDDED)) return ['embedded'];
  if (matches(path, ONLY_POSTGRES_15)) return ['postgres-15'];
  return matches(path, FIRST_ON_POSTGRES_15) ? ['postgres-15', 'embedded'] : ['embedded', 'postgres-15'];
}

/** @param path of a test file from the root @returns where it runs; nothing when it is in a folder that has no tests */
export function placesOf(path: string): readonly Place[] {
  const lane = /\.soak\.(?:test|spec)\.tsx?$/.test(path) ? 'soak' : 'test';
  if (path.endsWith('.spec.ts')) {
    const runner = 'playwright';
    const inLanes = (project: Place['project']): Place[] => [
      { lane, runner, project },
      ...(lane === 'test' && isOfBothLanes(path) ? [{ lane: 'soak', runner, project } as const] : []),
    ];
    if (matches(path, specs(ROOMS))) return inLanes('rooms');
    if (matches(path, ['e2e/journey/*.spec.ts'])) return [{ lane, runner, project: 'journey' }];
    if (!matches(path, ['e2e/*.spec.ts'])) return [];
    const again = matches(path, specs(JOURNEYS_ON_POSTGRES_15));
    return [
      ...inLanes('embedded'),
      ...(again ? [{ lane: 'soak', runner, project: 'postgres-15' } as const] : []),
    ];
  }
  const runner = 'vitest';
  if (matches(path, ALONE)) return [{ lane, runner, project: 'alone' }];
  const isOfRules = matches(path, RULES);
  if (!isOfRules && matches(path, ['{server,product,platform,database}/**'])) {
    const [first, ...others] = enginesOf(path);
    return [
      { lane, runner, project: first },
      ...others.map((project) => ({ lane: 'soak', runner, project }) as const),
    ];
  }
  if (!isOfRules && !matches(path, ['{web,scripts,tools}/**'])) return [];
  // A random test of a rule runs in both: the soak lane lets it try more cases.
  const again = lane === 'test' && isRandom(path);
  return [
    { lane, runner, project: 'rules' },
    ...(again ? [{ lane: 'soak', runner, project: 'rules' } as const] : []),
  ];
}

/** What the product does by the calendar: hours, holds, months of the books and of the figures. */
const BY_THE_CALENDAR = ['product/{availability,booking,books,insight}/**'];
/** A browser test chooses a day when it uses the booker or asks for free starts. */
const CHOOSES_A_DAY = /harness\/booker\.ts|list-slots|listSlots/;

/** The files of the lane of every change, on the embedded engine, that the soak lane runs on other days too. */
export const filesByTheCalendar = (runner: Place['runner']): string[] =>
  testFiles().filter(
    (path) =>
      placesOf(path).some(
        (place) => place.lane === 'test' && place.runner === runner && place.project === 'embedded',
      ) &&
      (runner === 'vitest'
        ? matches(path, BY_THE_CALENDAR)
        : CHOOSES_A_DAY.test(readFileSync(join(root, path), 'utf8'))),
  );

/** Every test file of the tree, from its root. */
export const testFiles = (): readonly string[] =>
  globSync('**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['node_modules', 'dist', 'test-results', '.*'],
  }).map((path) => path.replaceAll('\\', '/'));

/** The files that a project runs in this run's lane; one that none has, where there is none: an empty list would mean all. */
export function filesOf(runner: Place['runner'], project: Place['project']): string[] {
  const files = testFiles().filter((path) =>
    placesOf(path).some(
      (place) =>
        place.runner === runner &&
        place.project === project &&
        (laneOfRun === null || place.lane === laneOfRun),
    ),
  );
  return files.length > 0 ? files : ['none'];
}
