/** What a runner found out. */
export interface Counts {
  passed: number;
  failed: number;
  /** The name of each test that failed; of an error of no test, a check or a runner there is none. */
  failures: string[];
  /** Each test that did not run, with its reason. */
  skipped: string[];
  /** Each test that failed and then passed when it was run again: counted as passed, and told. */
  unsteady: string[];
}

export const none: Counts = { passed: 0, failed: 0, failures: [], skipped: [], unsteady: [] };

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  skipped: all.flatMap(({ skipped }) => skipped),
  unsteady: all.flatMap(({ unsteady }) => unsteady),
});

/** A report may say that all is well while its runner failed, for instance on an error between two tests. */
export function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** What one test file came to, in vitest. */
export interface VitestFile {
  /** The same file may run in two. */
  project: string;
  path: string;
  passed: number;
  /** The names of those that failed. */
  failed: string[];
  /** Each test that did not run, with its reason. */
  skipped: string[];
}

export interface VitestReport {
  /** Errors of no test. */
  errors: number;
  files: VitestFile[];
}

/** More failed files than this are no matter of chance. */
const RUN_AGAIN_AT_MOST = 3;

/** The files of a run that are worth another one: none when an error came from outside of the tests, or when many failed. */
export function filesToRunAgain({ errors, files }: VitestReport): string[] {
  const failed = files.filter((file) => file.failed.length > 0).map(({ path }) => path);
  return errors > 0 || failed.length > RUN_AGAIN_AT_MOST ? [] : failed;
}

/**
 * Counts vitest's files.
 * @param again what the files came to that were run once more: it counts instead, and what failed at first and passed then is told
 */
export function vitestCounts({ errors, files }: VitestReport, again?: VitestReport): Counts {
  const nameOf = ({ project, path }: VitestFile) => `${project} ${path}`;
  const second = new Map(again?.files.map((file) => [nameOf(file), file]));
  const counts: Counts = {
    passed: 0,
    failed: errors + (again?.errors ?? 0),
    failures: [],
    skipped: [],
    unsteady: [],
  };
  for (const first of files) {
    const last = second.get(nameOf(first)) ?? first;
    counts.passed += last.passed;
    counts.failed += last.failed.length;
    counts.failures.push(...last.failed);
    counts.skipped.push(...last.skipped);
    counts.unsteady.push(...first.failed.filter((name) => !last.failed.includes(name)));
  }
  return counts;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: string; projectName: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

export interface PlaywrightReport extends PlaywrightSuite {
  errors?: unknown[];
}

/** Counts Playwright's JSON report by test. */
export function playwrightCounts(report: PlaywrightReport): Counts {
  const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const tests = specsOf(report).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })));
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const unsteady = tests.filter(({ status }) => status === 'flaky');
  const nameOf = ({ title, projectName }: (typeof tests)[number]) => `${projectName}: ${title}`;
  const passed = tests.filter(({ status }) => status === 'expected').length + unsteady.length;
  return {
    passed,
    failures: tests.filter(({ status }) => status === 'unexpected').map(nameOf),
    unsteady: unsteady.map(nameOf),
    failed: tests.length - passed - skipped.length + (report.errors?.length ?? 0),
    skipped: skipped.map(({ title, projectName, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
      return `${projectName}: ${title}: ${reason ?? 'not run, because an earlier one failed'}`;
    }),
  };
}
