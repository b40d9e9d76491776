import { expect, test } from 'vitest';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { overlappingRanges, overlappingWeekly } from './overlaps.ts';

const on = (weekday: Weekday, from: number, to: number) => ({ weekday, from, to });

test('hours that touch do not overlap; those that share a minute do', () => {
  expect(
    overlappingRanges([
      { from: 540, to: 720 },
      { from: 720, to: 800 },
    ]),
  ).toEqual([]);
  expect(
    overlappingRanges([
      { from: 540, to: 721 },
      { from: 720, to: 800 },
    ]),
  ).toEqual([1]);
});

test('one long range reaches over several', () => {
  expect(
    overlappingRanges([
      { from: 0, to: 900 },
      { from: 60, to: 120 },
      { from: 200, to: 300 },
    ]),
  ).toEqual([1, 2]);
});

test('the same hours on two days are no overlap', () => {
  expect(overlappingWeekly([on(1, 540, 720), on(2, 540, 720)])).toEqual([]);
});

test('hours past midnight reach into the next day', () => {
  expect(overlappingWeekly([on(1, 1320, 1560), on(2, 60, 120)])).toEqual([1]);
  expect(overlappingWeekly([on(1, 1320, 1500), on(2, 60, 120)])).toEqual([]);
});

test('Sunday night reaches into Monday morning', () => {
  expect(overlappingWeekly([on(7, 1320, 1560), on(1, 60, 120)])).toEqual([1]);
  expect(overlappingWeekly([on(1, 60, 120), on(7, 1320, 1560)])).toEqual([1]);
});

test('a whole week open around the clock is no overlap', () => {
  expect(overlappingWeekly(([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => on(weekday, 0, 1440)))).toEqual(
    [],
  );
});
