import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { DEFAULT_RULES, NO_RULES_OF_ITS_OWN, rulesOfOffer, rulesOutOfLimits } from './availability.ts';
import { frenchHolidays } from './holidays.ts';
import { isWallRange } from './hours.ts';
import { intervalList, probe } from './interval-list.ts';

test('the default rules are within their limits, others may not be', () => {
  expect(rulesOutOfLimits(DEFAULT_RULES)).toEqual([]);
  expect(rulesOutOfLimits({ ...DEFAULT_RULES, noticeMinutes: -1, horizonDays: 366 })).toEqual([
    'noticeMinutes',
    'horizonDays',
  ]);
  expect(rulesOutOfLimits({ ...DEFAULT_RULES, maxPerDay: 0, maxPerWeek: 1.5, maxPerMonth: 501 })).toEqual([
    'maxPerDay',
    'maxPerWeek',
    'maxPerMonth',
  ]);
  const dates = (first: string, last: string) => ({
    ...DEFAULT_RULES,
    window: { kind: 'dates', first: parseLocalDate(first), last: parseLocalDate(last) } as const,
  });
  expect(rulesOutOfLimits(dates('2026-12-01', '2026-12-01'))).toEqual([]);
  expect(rulesOutOfLimits(dates('2026-12-02', '2026-12-01'))).toEqual(['window']);
  expect(rulesOutOfLimits(dates('2026-12-01', '2028-12-01'))).toEqual(['window']);
});

test('an offer uses its streamer’s rules except where it has its own, and its step is its length unless it sets one', () => {
  const own = { ...NO_RULES_OF_ITS_OWN, bufferAfterMinutes: 0, noticeMinutes: 60 };
  expect(rulesOfOffer(DEFAULT_RULES, own, 90)).toEqual({
    ...DEFAULT_RULES,
    bufferAfterMinutes: 0,
    noticeMinutes: 60,
    stepMinutes: 90,
  });
  expect(rulesOfOffer(DEFAULT_RULES, { ...own, stepMinutes: 20 }, 90).stepMinutes).toBe(20);
});

test('a range on the wall begins within its day and lasts a day at most', () => {
  expect(
    [
      { from: 0, to: 1_440 },
      { from: 1_320, to: 1_560 },
      { from: 900, to: 901 },
    ].every(isWallRange),
  ).toBe(true);
  const wrong = [
    { from: -15, to: 60 },
    { from: 1_440, to: 1_500 },
    { from: 600, to: 600 },
    { from: 600, to: 540 },
    { from: 1, to: 1_442 },
    { from: 0.5, to: 60 },
  ];
  expect(wrong.some(isWallRange)).toBe(false);
});

test('the public holidays of France', () => {
  const dates = (year: number) => frenchHolidays(year).map(({ date }) => date.slice(5));
  expect(dates(2026)).toEqual([
    ...['01-01', '04-06', '05-01', '05-08', '05-14', '05-25', '07-14', '08-15', '11-01', '11-11', '12-25'],
  ]);
  expect(dates(2027)).toContain('03-29');
  // Ascension and Victory Day are the same day.
  expect(frenchHolidays(2024).filter(({ date }) => date === '2024-05-08')).toHaveLength(1);
  expect(frenchHolidays(2008).filter(({ date }) => date === '2008-05-01')).toHaveLength(2);
});

const pair = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -2, max: 10 }))
  .map(([start, length]) => [start, start + length] as const);

test('an interval list covers what its intervals cover, in order and apart', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      const { starts, ends } = intervalList(pairs);
      for (const [index, start] of starts.entries()) {
        expect(ends[index]!).toBeGreaterThan(start);
        if (index > 0) expect(start).toBeGreaterThan(ends[index - 1]!);
      }
      for (let at = -1; at < 75; at++) {
        const covered = starts.some((start, index) => start <= at && at < ends[index]!);
        expect(covered).toBe(pairs.some(([start, end]) => start <= at && at < end));
      }
    }),
  );
});

test('a probe answers the same in any order of asking', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), fc.array(pair, { maxLength: 20 }), (pairs, questions) => {
      const list = intervalList(pairs);
      const { touches, holds } = probe(list);
      for (const [start, end] of questions.filter(([from, to]) => to > from)) {
        expect(touches(start, end)).toBe(
          list.starts.some((from, index) => from < end && start < list.ends[index]!),
        );
        expect(holds(start, end)).toBe(
          list.starts.some((from, index) => from <= start && end <= list.ends[index]!),
        );
      }
    }),
  );
});
