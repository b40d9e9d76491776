import { expect, test } from 'vitest';
import { none, playwrightCounts, sum, withExitCode } from './counts.ts';

test('Playwright is counted in its nested suites; flaky is failed', () => {
  const one = (status: string) => ({ title: status, tests: [{ status, projectName: 'p', annotations: [] }] });
  const counts = playwrightCounts({
    suites: [
      { specs: [one('expected')], suites: [{ specs: [one('flaky'), one('unexpected'), one('skipped')] }] },
    ],
  });
  expect(counts).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['p: skipped: not run, because an earlier one failed'],
  });
});

test('a runner that failed without a failed test still counts as a failure', () => {
  expect(withExitCode({ passed: 3, failed: 0, skipped: [] }, 1).failed).toBe(1);
  expect(withExitCode({ passed: 3, failed: 2, skipped: [] }, 1).failed).toBe(2);
  expect(withExitCode({ passed: 3, failed: 0, skipped: [] }, 0).failed).toBe(0);
});

test('sums are over all runners', () => {
  expect(
    sum([none, { passed: 1, failed: 2, skipped: ['x'] }, { passed: 3, failed: 0, skipped: [] }]),
  ).toEqual({
    passed: 4,
    failed: 2,
    skipped: ['x'],
  });
});
