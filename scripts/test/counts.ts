/** What a runner found out. */
export interface Counts {
  passed: number;
  failed: number;
  /** Each test that did not run, with its reason. */
  skipped: string[];
  /** Each test that failed and then passed when it was run again: counted as passed, and told. */
  unsteady: string[];
}

export const none: Counts = { passed: 0, failed: 0, skipped: [], unsteady: [] };

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.flatMap(({ skipped }) => skipped),
  unsteady: all.flatMap(({ unsteady }) => unsteady),
});

/** A report may say that all is well while its runner failed, for instance on an error between two tests. */
export function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
  const passed = tests.filter(({ status }) => status === 'expected').length + unsteady.length;
  return {
    passed,
    unsteady: unsteady.map(({ title, projectName }) => `${projectName}: ${title}`),
    failed: tests.length - passed - skipped.length + (report.errors?.length ?? 0),
    skipped: skipped.map(({ title, projectName, annotations }) => {
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
      return `${projectName}: ${title}: ${reason ?? 'not run, because an earlier one failed'}`;
    }),
  };
}
