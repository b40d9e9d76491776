import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochDay, epochDayOf, localDateOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { COMPARISONS, PERIODS, periodOf, pointsOf, wholeMonthsOf, yearBefore } from './period.ts';

const day = parseLocalDate;
const anyDay = fc.integer({ min: 14_000, max: 24_000 }).map((number) => localDateOf(number as EpochDay));

describe('a period', () => {
  it('of thirty days ends today and is compared with the thirty before', () => {
    expect(periodOf('30', 'before', day('2026-03-12'))).toEqual({
      name: '30',
      first: '2026-02-11',
      last: '2026-03-12',
      step: 'day',
      before: { first: '2026-01-12', last: '2026-02-10' },
    });
  });

  it('of a year begins with a month, and is compared with the same days a year earlier', () => {
    const { first, before } = periodOf('365', 'year', day('2026-11-22'));
    expect(first).toBe('2025-12-01');
    expect(before).toEqual({ first: '2024-12-01', last: '2025-11-22' });
  });

  it('takes the 28th for a 29 February that the year before did not have', () => {
    expect(yearBefore(day('2028-02-29'))).toBe('2027-02-28');
  });

  it('is as long as the one before it, and follows right after', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...PERIODS), (today, name) => {
        const { first, last, before } = periodOf(name, 'before', today);
        if (!before) throw new Error('compared with nothing');
        expect(epochDayOf(before.last) + 1).toBe(epochDayOf(first));
        expect(epochDayOf(before.last) - epochDayOf(before.first)).toBe(epochDayOf(last) - epochDayOf(first));
      }),
    );
  });

  it('is cut into points that hold each of its days once, in order', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...PERIODS),
        fc.constantFrom(...COMPARISONS),
        (today, name, comparison) => {
          const period = periodOf(name, comparison, today);
          const points = pointsOf(period, period.step);
          expect(points[0]?.first).toBe(period.first);
          expect(points.at(-1)?.last).toBe(period.last);
          points.slice(1).forEach((point, index) => {
            expect(epochDayOf(point.first)).toBe(epochDayOf(points[index]?.last ?? period.last) + 1);
          });
        },
      ),
    );
  });
});

describe('whole months', () => {
  it.each([
    ['2025-12-01', '2026-11-22', '2025-12-01', '2026-10-31'],
    ['2026-08-25', '2026-11-22', '2026-09-01', '2026-10-31'],
    ['2026-02-01', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['2026-02-02', '2026-03-30', '2026-03-31', '2026-03-30'],
    ['2026-10-24', '2026-11-22', '2026-11-23', '2026-11-22'],
  ])('from %s to %s are those from %s to %s', (first, last, from, until) => {
    expect(wholeMonthsOf({ first: day(first), last: day(last) })).toEqual({ first: from, last: until });
  });

  it('and the days on both sides are each day once', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), (last, length) => {
        const first = localDateOf((epochDayOf(last) - length) as EpochDay);
        const months = wholeMonthsOf({ first, last });
        const all = pointsOf({ first, last }, 'day').map((point) => point.first);
        const sides = all.filter((date) => date < months.first || date > months.last);
        const inside = pointsOf(months, 'month');
        expect(inside.flatMap((month) => pointsOf(month, 'day')).length + sides.length).toBe(all.length);
        for (const month of inside) {
          expect(month.first.endsWith('-01')).toBe(true);
          expect(localDateOf((epochDayOf(month.last) + 1) as EpochDay).endsWith('-01')).toBe(true);
        }
      }),
    );
  });
});
