import { describe, expect, it } from 'vitest';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import {
  dateAfterKey,
  dateText,
  lastOf,
  monthAfter,
  monthText,
  sameDayIn,
  shortMonthName,
  spanText,
  within,
} from '#web/ui/calendar-days.ts';

const day = parseLocalDate;

describe('a month', () => {
  it('follows another over the end of a year', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(monthAfter('2026-03', -12)).toBe('2025-03');
  });

  it.each([
    ['2026-11', '2026-11-30'],
    ['2027-02', '2027-02-28'],
    ['2028-02', '2028-02-29'],
    ['2026-12', '2026-12-31'],
  ])('%s ends on %s', (month, date) => {
    expect(lastOf(month)).toBe(date);
  });

  it('is written in French', () => {
    expect(shortMonthName(day('2026-12-01'))).toBe('déc.');
    expect(monthText('2026-03').replaceAll('\u00a0', ' ')).toBe('Mars 2026');
    expect(dateText(day('2026-03-12')).replaceAll('\u00a0', ' ')).toBe('jeudi 12 mars');
  });
});

describe('a span of days', () => {
  it.each([
    ['2026-12-03', '2026-12-10', 'du 3 au 10 décembre'],
    ['2026-12-01', '2026-12-02', 'du 1er au 2 décembre'],
    ['2026-11-28', '2026-12-01', 'du 28 novembre au 1er décembre'],
    ['2026-12-28', '2027-01-04', 'du 28 décembre au 4 janvier 2027'],
    ['2027-01-28', '2027-02-04', 'du 28 janvier au 4 février 2027'],
    ['2027-12-28', '2028-01-04', 'du 28 décembre 2027 au 4 janvier 2028'],
    ['2026-12-03', '2026-12-03', 'le 3 décembre'],
  ])('%s to %s is « %3$s »', (first, last, text) => {
    const span = { first: day(first), last: day(last) };
    expect(spanText(span, new Date(2026, 10, 22)).replaceAll(' ', ' ')).toBe(text);
  });
});

describe('the keys of a calendar', () => {
  it.each([
    ['ArrowLeft', '2026-03-11'],
    ['ArrowRight', '2026-03-13'],
    ['ArrowUp', '2026-03-05'],
    ['ArrowDown', '2026-03-19'],
    ['Home', '2026-03-09'],
    ['End', '2026-03-15'],
    ['PageUp', '2026-02-12'],
    ['PageDown', '2026-04-12'],
  ])('%s leads from Thursday 12 March to %s', (key, date) => {
    expect(dateAfterKey(day('2026-03-12'), key)).toBe(date);
  });

  it('goes by the year with Shift, and leaves other keys alone', () => {
    expect(dateAfterKey(day('2026-03-12'), 'PageDown', true)).toBe('2027-03-12');
    expect(dateAfterKey(day('2026-03-12'), 'a')).toBeNull();
  });

  it('lands on the last day of a shorter month', () => {
    expect(sameDayIn('2026-02', day('2026-01-31'))).toBe('2026-02-28');
  });

  it('stays within the days that can be chosen', () => {
    expect(within(day('2026-03-01'), day('2026-03-05'), null)).toBe('2026-03-05');
    expect(within(day('2026-05-01'), null, day('2026-04-30'))).toBe('2026-04-30');
    expect(within(day('2026-04-01'), day('2026-03-05'), day('2026-04-30'))).toBe('2026-04-01');
  });
});
