import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { runChild } from './child.ts';
import { type Counts, none, type PlaywrightReport, playwrightCounts, withExitCode } from './counts.ts';
import type { Lane } from './lanes.ts';
import { ensureMediaServers } from './media-servers.ts';

/** One thing that a lane does. */
export interface Step {
  name: string;
  run(): Promise<Counts>;
}

/** What was asked of a run. */
export interface Run {
  lane: Lane;
  /** Parts of paths: only the test files that have one of them. All when empty. */
  files: readonly string[];
}

const minutes = 60_000;
/** After which a runner of many tests is ended. */
const LIMITS: Readonly<Record<Lane, number>> = { test: 15 * minutes, soak: 60 * minutes };
const results = 'test-results';

/** A command that is right or wrong as a whole. */
const check = (
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step => ({
  name,
  async run() {
    const code = await runChild(command, args, { limit: 5 * minutes, env });
    return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
  },
});

/** Runs a runner of many tests, and counts what its JSON report says. */
async function runTests<Report>(
  report: string,
  run: () => Promise<number>,
  count: (report: Report) => Counts,
): Promise<Counts> {
  rmSync(report, { force: true });
  const code = await run();
  if (!existsSync(report)) return { ...none, failed: 1 };
  return withExitCode(count(JSON.parse(readFileSync(report, 'utf8')) as Report), code);
}

const vitest = (project: string, { lane, files }: Run): Step => {
  const report = join(results, `vitest-${project}.json`);
  const args = [
    'run',
    ...['--project', project, ...files],
    '--passWithNoTests=false',
    '--reporter=default',
    '--reporter=./scripts/test/vitest-counts.ts',
  ];
  const options = { limit: LIMITS[lane], env: { VITEST_COUNTS: report } };
  return {
    name: project,
    run: () =>
      runTests<Counts>(
        report,
        () => runChild('vitest', args, options),
        (counts) => counts,
      ),
  };
};

/** Some of them talk to the real coturn and Janus. */
const withMediaServers = ({ name, run }: Step): Step => ({
  name,
  async run() {
    await ensureMediaServers();
    return run();
  },
});

/** Runs Playwright's projects of these names. */
const browser = (name: string, projects: readonly string[], { lane, files }: Run): Step => ({
  name,
  async run() {
    if (!(await ensureBrowser())) {
      console.error('No browser, and none could be installed.');
      return { ...none, failed: 1 };
    }
    const report = join(results, `playwright-${name}.json`);
    const args = ['test', ...projects.map((project) => `--project=${project}`), ...files];
    return runTests<PlaywrightReport>(
      report,
      () =>
        runChild('playwright', args, {
          limit: LIMITS[lane],
          env: { PLAYWRIGHT_REPORT: report, TEST_RETRIES: '1' },
        }),
      playwrightCounts,
    );
  },
});

const build = check('build', 'vite', ['build', '--logLevel', 'warn'], { VITE_DEV_PAGES: '1' });

/** What a lane consists of (see lanes.ts), in the order in which a mistake is cheapest to find. The browser tests use the page that `build` makes. */
export const stepsOf = (run: Run): readonly Step[] =>
  run.lane === 'test'
    ? [
        check('types', 'tsc', ['--noEmit']),
        check('lint', 'biome', ['ci', '--colors=off']),
        check('unused', 'knip', ['--no-progress', '--no-config-hints']),
        check('arrows', 'node', ['scripts/check-arrows.ts']),
        check('generated', 'node', ['scripts/generate-schema.ts', '--check']),
        vitest('rules', run),
        vitest('embedded', run),
        vitest('postgres-15', run),
        build,
        browser('e2e', ['embedded'], run),
        browser('rooms', ['rooms'], run),
        browser('journey', ['journey'], run),
      ]
    : [
        vitest('rules', run),
        withMediaServers(vitest('embedded', run)),
        vitest('postgres-15', run),
        vitest('alone', run),
        build,
        browser('e2e', ['embedded', 'postgres-15'], run),
        withMediaServers(browser('rooms', ['rooms'], run)),
      ];
