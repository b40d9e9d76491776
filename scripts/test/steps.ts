import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { runChild, type Show } from './child.ts';
import {
  type Counts,
  filesToRunAgain,
  none,
  type PlaywrightReport,
  playwrightCounts,
  sum,
  type VitestReport,
  vitestCounts,
  withExitCode,
} from './counts.ts';
import { clockAhead, daysToTry } from './days.ts';
import { filesByTheCalendar, type Lane } from './lanes.ts';
import { ensureMediaServers } from './media-servers.ts';

/** One thing that a lane does, under one name or several. */
export interface Step {
  names: readonly string[];
  /** It may run at the same time as its neighbours of the list that may too: it writes nothing that they read, and measures no time. */
  besideOthers?: boolean;
  /**
   * @param names which of its names were asked for
   * @param show takes what it prints, when it runs beside others
   */
  run(names: readonly string[], show?: Show): Promise<Counts>;
}

/** What was asked of a run. */
export interface Run {
  lane: Lane;
  /** Parts of paths: only the test files that have one of them. All when empty. */
  files: readonly string[];
  /** What its commands have in their environment beside that of this process. */
  env?: Readonly<Record<string, string>>;
}

const minutes = 60_000;
/** After which a runner of many tests is ended. */
const LIMIT = 60 * minutes;
const results = 'test-results';
/** What the step « build » leaves. */
const PAGE = 'dist/web/index.html';

/** A command that is right or wrong as a whole. */
const check = (
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Step => ({
  names: [name],
  besideOthers: true,
  async run(_, show) {
    const code = await runChild(command, args, { limit: 10 * minutes, env, show });
    return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
  },
});

/** Runs a runner of many tests. @returns its exit code and its JSON report; no report: it could not write one */
async function runTests<Report>(
  path: string,
  run: () => Promise<number>,
): Promise<{ code: number; report: Report | null }> {
  rmSync(path, { force: true });
  const code = await run();
  return { code, report: existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null };
}

/**
 * Projects of vitest in one run, so that no worker is idle while the last file of another project runs. A file that fails at a change is run
 * once more, as a browser test is (docs/decisions/0115).
 */
const vitest = (names: readonly string[], { lane, files, env = {} }: Run): Step => {
  const runFiles = (projects: readonly string[], chosen: readonly string[]) => {
    const path = join(results, `vitest-${projects.join('-and-')}.json`);
    return runTests<VitestReport>(path, () =>
      runChild(
        'vitest',
        [
          'run',
          ...projects.map((project) => `--project=${project}`),
          ...chosen,
          '--passWithNoTests=false',
          '--reporter=default',
          '--reporter=./scripts/test/vitest-counts.ts',
        ],
        { limit: LIMIT, env: { ...env, VITEST_COUNTS: path } },
      ),
    );
  };
  return {
    names,
    async run(projects) {
      const first = await runFiles(projects, files);
      if (first.report === null) return { ...none, failed: 1 };
      const failed = lane === 'test' ? filesToRunAgain(first.report) : [];
      if (failed.length === 0) return withExitCode(vitestCounts(first.report), first.code);
      const again = await runFiles(projects, failed);
      if (again.report === null) return vitestCounts(first.report);
      return withExitCode(vitestCounts(first.report, again.report), again.code);
    },
  };
};

/** Some of them talk to the real coturn and Janus. */
const withMediaServers = ({ names, run }: Step): Step => ({
  names,
  async run(wanted) {
    await ensureMediaServers();
    return run(wanted);
  },
});

/** One run of Playwright. @param projects its projects by the name under which they are asked for */
const browser = (projects: Readonly<Record<string, readonly string[]>>, { files, env = {} }: Run): Step => ({
  names: Object.keys(projects),
  async run(names) {
    if (!(await ensureBrowser())) {
      console.error('No browser, and none could be installed.');
      return { ...none, failed: 1 };
    }
    if (!existsSync(PAGE)) {
      console.error(`No ${PAGE}: the browser tests need the page, so ask for the step « build » too.`);
      return { ...none, failed: 1 };
    }
    const path = join(results, `playwright-${names.join('-and-')}.json`);
    const wanted = names.flatMap((name) => projects[name] ?? []);
    const args = ['test', ...wanted.map((project) => `--project=${project}`), ...files];
    const { code, report } = await runTests<PlaywrightReport>(path, () =>
      runChild('playwright', args, {
        limit: LIMIT,
        env: {
          ...env,
          PLAYWRIGHT_REPORT: path,
          TEST_RETRIES: '1',
          // Many of a whole run's tests begin with the demonstration (e2e/harness/global-setup.ts).
          ...(names.includes('e2e') && files.length === 0 ? { PREPARE_DEMO: '1' } : {}),
        },
      }),
    );
    return report === null ? { ...none, failed: 1 } : withExitCode(playwrightCounts(report), code);
  },
});

/** What depends on which day it is, once on each day on which calendars go wrong. Of the lane of every change, so without its long tests. */
const days: Step = {
  names: ['days'],
  async run() {
    const counts: Counts[] = [];
    for (const { name, at } of daysToTry(new Date())) {
      console.log(`\n${name}`);
      const env = { ...clockAhead(at - Date.now()), TEST_LANE: 'test' };
      const on = (files: readonly string[]): Run => ({ lane: 'test', files, env });
      const each = [
        await vitest(['rules'], on([])).run(['rules']),
        await vitest(['embedded'], on(filesByTheCalendar('vitest'))).run(['embedded']),
        await browser({ e2e: ['embedded'] }, on(filesByTheCalendar('playwright'))).run(['e2e']),
      ];
      counts.push(...each.map((count) => onDay(count, name)));
    }
    return sum(counts);
  },
};

/** Says on which day a test was left out, or passed only when run again. */
const onDay = (counts: Counts, day: string): Counts => ({
  ...counts,
  failures: counts.failures.map((test) => `${test} (${day})`),
  skipped: counts.skipped.map((test) => `${test} (${day})`),
  unsteady: counts.unsteady.map((test) => `${test} (${day})`),
});

const build = check('build', 'vite', ['build', '--logLevel', 'warn'], { VITE_DEV_PAGES: '1' });

/** What a lane consists of (see lanes.ts), in the order in which a mistake is cheapest to find. The browser tests use the page that `build` makes. */
export const stepsOf = (run: Run): readonly Step[] =>
  run.lane === 'test'
    ? [
        check('types', 'tsc', ['--noEmit']),
        check('lint', 'biome', ['ci', '--colors=off']),
        check('unused', 'knip', ['--no-progress', '--no-config-hints']),
        check('arrows', 'node', ['tools/arrows/check-arrows.ts']),
        check('generated', 'node', ['tools/schema/generate-schema.ts', '--check']),
        build,
        vitest(['rules'], run),
        vitest(['embedded', 'postgres-15'], run),
        browser({ journey: ['journey'], e2e: ['embedded'] }, run),
        browser({ rooms: ['rooms'] }, run),
      ]
    : [
        vitest(['rules'], run),
        withMediaServers(vitest(['embedded', 'postgres-15'], run)),
        vitest(['alone'], run),
        build,
        browser({ e2e: ['embedded', 'postgres-15'] }, run),
        withMediaServers(browser({ rooms: ['rooms'] }, run)),
        days,
      ];
