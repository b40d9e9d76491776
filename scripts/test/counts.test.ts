import { expect, test } from 'vitest';
import { none, playwrightCounts, sum, withExitCode } from './counts.ts';

test('Playwright is counted in its nested suites; what passed only when run again is told', () => {
  const one = (status: string) => ({ title: status, tests: [{ status, projectName: 'p', annotations: [] }] });
  const counts = playwrightCounts({
    suites: [
      { specs: [one('expected')], suites: [{ specs: [one('flaky'), one('unexpected'), one('skipped')] }] },
    ],
  });
  expect(counts).toEqual({
    passed: 2,
    failed: 1,
    skipped: ['p: skipped: not run, because an earlier one failed'],
    unsteady: ['p: flaky'],
  });
});

test('a runner that failed without a failed test still counts as a failure', () => {
  expect(withExitCode({ ...none, passed: 3 }, 1).failed).toBe(1);
  expect(withExitCode({ ...none, passed: 3, failed: 2 }, 1).failed).toBe(2);
  expect(withExitCode({ ...none, passed: 3 }, 0).failed).toBe(0);
});

test('sums are over all runners', () => {
  const one = { passed: 1, failed: 2, skipped: ['x'], unsteady: ['y'] };
  expect(sum([none, one, { ...none, passed: 3 }])).toEqual({ ...one, passed: 4 });
});
