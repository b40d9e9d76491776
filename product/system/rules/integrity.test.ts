import { expect, test } from 'vitest';
import { hoursAfter, parseInstant } from '#product/shared/time/instant.ts';
import { isNightlyCheckDue } from './integrity.ts';

const LAST = parseInstant('2026-03-10T03:00:00Z'); // 4 in the morning in Paris

test('a check is due when there was none, once each night in Paris, and at any hour after a day and a half', () => {
  expect(isNightlyCheckDue(null, LAST)).toBe(true);
  const due = [1, 12, 19, 22, 23, 24, 25, 30, 35, 36].filter((hours) =>
    isNightlyCheckDue(LAST, hoursAfter(LAST, hours)),
  );
  // 22 hours later it is 2 in the morning, 25 hours later 5.
  expect(due).toEqual([23, 24, 25, 36]);
});

test('the clock that counts is the one of Paris, in summer too', () => {
  const last = parseInstant('2026-07-10T01:30:00Z');
  expect(isNightlyCheckDue(last, parseInstant('2026-07-11T00:59:00Z'))).toBe(false);
  expect(isNightlyCheckDue(last, parseInstant('2026-07-11T01:00:00Z'))).toBe(true);
  expect(isNightlyCheckDue(last, parseInstant('2026-07-11T04:00:00Z'))).toBe(false);
});
