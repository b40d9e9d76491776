import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EpochDay,
  epochDayOf,
  localDateOf,
  parseLocalDate,
  weekdayOf,
} from '#product/shared/time/local-date.ts';
import { dateAfter, firstOf, lastOf, monthAfter, monthOf } from '#web/ui/calendar-days.ts';
import {
  isInView,
  monthAfterView,
  monthBeforeView,
  namedSpan,
  viewFromDay,
  viewOfMonth,
  viewText,
  viewToOpen,
} from '#web/ui/calendar-view.ts';

const day = parseLocalDate;
const spaces = (text: string) => text.replaceAll('\u00a0', ' ');
/** Days of this century, its leap days and its ends of years among them. */
const anyDay = fc
  .integer({ min: epochDayOf(day('2020-01-01')), max: epochDayOf(day('2099-12-31')) })
  .map((count) => localDateOf(count as EpochDay));

describe('the weeks that open', () => {
  it.each([
    // The first bookable day, the first and the last day shown, the title, the month that follows.
    ['2026-11-28', '2026-11-23', '2026-12-27', 'Novembre et décembre 2026', '2026-12'],
    ['2026-11-29', '2026-11-23', '2026-12-27', 'Novembre et décembre 2026', '2026-12'],
    ['2026-11-30', '2026-11-30', '2027-01-03', 'Novembre et décembre 2026', '2027-01'],
    ['2026-12-01', '2026-11-30', '2027-01-03', 'Décembre 2026', '2027-01'],
    ['2026-12-31', '2026-12-28', '2027-01-31', 'Décembre 2026 et janvier 2027', '2027-02'],
    ['2027-02-01', '2027-02-01', '2027-03-07', 'Février 2027', '2027-03'],
    ['2027-02-28', '2027-02-22', '2027-03-28', 'Février et mars 2027', '2027-03'],
    ['2028-02-29', '2028-02-28', '2028-04-02', 'Février et mars 2028', '2028-04'],
    ['2027-05-01', '2027-04-26', '2027-06-06', 'Mai 2027', '2027-06'],
    ['2027-08-01', '2027-07-26', '2027-09-05', 'Août 2027', '2027-09'],
  ])('from %s, go from %s to %s, as « %s », and on to %s', (bookable, first, last, title, after) => {
    const view = viewFromDay(day(bookable));
    expect([view.first, view.last, spaces(viewText(view)), monthAfterView(view)]).toEqual([
      first,
      last,
      title,
      after,
    ]);
  });

  it('are five or six whole weeks from the Monday before, with all that is left of the month', () => {
    fc.assert(
      fc.property(anyDay, (bookable) => {
        const view = viewFromDay(bookable);
        expect([5, 6]).toContain(view.weeks.length);
        expect(weekdayOf(epochDayOf(view.first))).toBe(1);
        expect(epochDayOf(bookable) - epochDayOf(view.first)).toBeLessThan(7);
        expect(view.weeks.flat().map(epochDayOf)).toEqual(
          Array.from({ length: view.weeks.length * 7 }, (_, index) => epochDayOf(view.first) + index),
        );
        expect(view.last >= lastOf(monthOf(bookable))).toBe(true);
      }),
    );
  });

  it('have the day asked for: from its month on when it is beyond those of the first free start', () => {
    const today = day('2026-11-28');
    const opening = viewToOpen(null, day('2026-11-30'), today);
    expect(opening.first).toBe('2026-11-30');
    expect(viewToOpen(day('2027-01-02'), day('2026-11-30'), today)).toEqual(opening);
    expect(viewToOpen(day('2027-02-10'), day('2026-11-30'), today).first).toBe('2027-02-01');
    // A day that is past opens nothing of its own.
    expect(viewToOpen(day('2026-03-10'), day('2026-11-30'), today)).toEqual(opening);
    expect(viewToOpen(null, null, today).first).toBe('2026-11-23');
  });
});

describe('the weeks of a month', () => {
  it('have its neighbours’ days in the same grid, and none of a week that is over', () => {
    const today = day('2026-11-28');
    const december = viewOfMonth('2026-12', today);
    expect([december.first, december.last, december.months]).toEqual([
      '2026-11-30',
      '2027-01-03',
      ['2026-12'],
    ]);
    expect(viewOfMonth('2026-11', today).first).toBe('2026-11-23');
    expect(viewOfMonth('2025-01', today)).toEqual(viewOfMonth('2026-11', today));
  });

  it('are named by months of which they show more than a week', () => {
    const today = day('2026-11-28');
    expect(namedSpan(viewOfMonth('2026-11', today))).toEqual({ first: '2026-11-23', last: '2026-12-27' });
    expect(namedSpan(viewOfMonth('2026-12', today))).toEqual({ first: '2026-12-01', last: '2026-12-31' });
  });

  it('show every day of the month that is not over, and it alone is named but at the end of this one', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 12 }), (today, later) => {
        const month = monthAfter(monthOf(today), later);
        const view = viewOfMonth(month, today);
        expect(isInView(view, firstOf(month)) && isInView(view, lastOf(month))).toBe(true);
        expect(view.months).toEqual([month]);
      }),
    );
  });
});

describe('going from view to view', () => {
  it('forwards leaves no day out, and backwards comes to this week', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 365 }), (today, later) => {
        const bookable = dateAfter(today, later);
        let view = viewFromDay(bookable);
        for (let turn = 0; turn < 4; turn += 1) {
          const next = viewOfMonth(monthAfterView(view), today);
          expect(next.last > view.last).toBe(true);
          expect(epochDayOf(next.first) - epochDayOf(view.last)).toBeLessThanOrEqual(1);
          view = next;
        }
        let before = monthBeforeView(view, today);
        for (let turn = 0; before !== null && turn < 24; turn += 1) {
          const earlier = viewOfMonth(before, today);
          expect(earlier.first < view.first).toBe(true);
          view = earlier;
          before = monthBeforeView(view, today);
        }
        expect(isInView(view, today)).toBe(true);
      }),
    );
  });
});
