import { expect, test } from 'vitest';
import { filesToRunAgain, none, playwrightCounts, sum, vitestCounts, withExitCode } from './counts.ts';

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
    failures: ['p: unexpected'],
    skipped: ['p: skipped: not run, because an earlier one failed'],
    unsteady: ['p: flaky'],
  });
});

test('a vitest file that failed is counted as it came to when it was run again, and what passed only then is told', () => {
  const file = (path: string, passed: number, ...failed: string[]) => ({
    project: 'rules',
    path,
    passed,
    failed,
    skipped: [],
  });
  const first = { errors: 0, files: [file('a', 5), file('b', 2, 'b1', 'b2')] };
  expect(filesToRunAgain(first)).toEqual(['b']);
  expect(vitestCounts(first)).toEqual({ ...none, passed: 7, failed: 2, failures: ['b1', 'b2'] });
  const again = { errors: 0, files: [file('b', 3, 'b2')] };
  expect(vitestCounts(first, again)).toEqual({
    ...none,
    passed: 8,
    failed: 1,
    failures: ['b2'],
    unsteady: ['b1'],
  });
});

test('a file that runs on two engines is counted for each', () => {
  const on = (project: string, passed: number, ...failed: string[]) => ({
    project,
    path: 'a',
    passed,
    failed,
    skipped: [],
  });
  const first = { errors: 0, files: [on('embedded', 5), on('postgres-15', 4, 'a1')] };
  const again = { errors: 0, files: [on('embedded', 5), on('postgres-15', 5)] };
  expect(vitestCounts(first, again)).toEqual({ ...none, passed: 10, unsteady: ['a1'] });
});

test('vitest files are not run again after an error of no test, or when many failed', () => {
  const failed = (path: string) => ({ project: 'rules', path, passed: 0, failed: ['x'], skipped: [] });
  expect(filesToRunAgain({ errors: 1, files: [failed('a')] })).toEqual([]);
  expect(filesToRunAgain({ errors: 0, files: ['a', 'b', 'c', 'd'].map(failed) })).toEqual([]);
});

test('a runner that failed without a failed test still counts as a failure', () => {
  expect(withExitCode({ ...none, passed: 3 }, 1).failed).toBe(1);
  expect(withExitCode({ ...none, passed: 3, failed: 2 }, 1).failed).toBe(2);
  expect(withExitCode({ ...none, passed: 3 }, 0).failed).toBe(0);
});

test('sums are over all runners', () => {
  const one = { passed: 1, failed: 2, failures: ['w'], skipped: ['x'], unsteady: ['y'] };
  expect(sum([none, one, { ...none, passed: 3 }])).toEqual({ ...one, passed: 4 });
});
