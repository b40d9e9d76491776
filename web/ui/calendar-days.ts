import type { DateSpan } from '#product/availability/rules/hours.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  mondayOf,
} from '#product/shared/time/local-date.ts';
import { capitalised, formatDay } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** A month of the calendar: `2026-03`. */
export type Month = string;

export const monthOf = (date: LocalDate): Month => date.slice(0, 7);

export const firstOf = (month: Month): LocalDate => `${month}-01` as LocalDate;

/** The month so many months later (earlier when negative). */
export function monthAfter(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export const dateAfter = (date: LocalDate, days: number): LocalDate =>
  localDateOf((epochDayOf(date) + days) as EpochDay);

export const lastOf = (month: Month): LocalDate => dateAfter(firstOf(monthAfter(month, 1)), -1);

/**
 * The same day of another month, or its last one when it has no such day: a month after 31 January
 * is 28 February.
 */
export function sameDayIn(month: Month, date: LocalDate): LocalDate {
  const day = Math.min(Number(date.slice(8)), Number(lastOf(month).slice(8)));
  return `${month}-${String(day).padStart(2, '0')}` as LocalDate;
}

const yearOf = (date: LocalDate): number => Number(date.slice(0, 4));

/** Noon of a day: no zone moves it to another day when it is written. */
const noon = (date: LocalDate): string => `${date}T12:00:00Z`;

/** « jeudi 12 mars ». */
export const dateText = (date: LocalDate, options: Parameters<typeof formatDay>[2] = {}): string =>
  formatDay(noon(date), 'UTC', options);

/**
 * « du 3 au 10 décembre », « du 28 décembre au 4 janvier 2027 », « le 3 décembre ». The year is
 * added when it is not the current one. It stays on one line.
 */
export function spanText({ first, last }: DateSpan, today = new Date(serverNow())): string {
  const written = (date: LocalDate, year: boolean) => dateText(date, { weekday: false, year });
  const long = (date: LocalDate) => written(date, yearOf(date) !== today.getFullYear());
  if (first === last) return `le\u00a0${long(first)}`;
  if (yearOf(first) !== yearOf(last)) return `du\u00a0${long(first)} au\u00a0${long(last)}`;
  const from = written(first, false);
  // The day alone, as it is written: « 3 », « 1er ».
  return `du\u00a0${monthOf(first) === monthOf(last) ? from.split('\u00a0')[0] : from}\u00a0au\u00a0${long(last)}`;
}

/** « Mars 2026 ». */
export const monthText = (month: Month): string =>
  capitalised(
    formatDay(noon(firstOf(month)), 'UTC', { weekday: false, year: true }).replace(/^\S+?\u00a0/, ''),
  );

/** « Décembre ». */
export const monthName = (month: Month): string => monthText(month).replace(/\u00a0\d+$/, '');

/** « déc. ». */
export const shortMonthName = (date: LocalDate): string =>
  dateText(date, { weekday: false, month: 'short' }).replace(/^\S+?\u00a0/, '');

/**
 * The date that a key leads to in a calendar (WAI-ARIA grid of dates), or null when it leads
 * nowhere.
 */
export function dateAfterKey(date: LocalDate, key: string, shift = false): LocalDate | null {
  const weekday = epochDayOf(date) - mondayOf(epochDayOf(date));
  switch (key) {
    case 'ArrowLeft':
      return dateAfter(date, -1);
    case 'ArrowRight':
      return dateAfter(date, 1);
    case 'ArrowUp':
      return dateAfter(date, -7);
    case 'ArrowDown':
      return dateAfter(date, 7);
    case 'Home':
      return dateAfter(date, -weekday);
    case 'End':
      return dateAfter(date, 6 - weekday);
    case 'PageUp':
      return sameDayIn(monthAfter(monthOf(date), shift ? -12 : -1), date);
    case 'PageDown':
      return sameDayIn(monthAfter(monthOf(date), shift ? 12 : 1), date);
    default:
      return null;
  }
}

/** The date within its bounds. ISO dates sort as text. */
export function within(date: LocalDate, first: LocalDate | null, last: LocalDate | null): LocalDate {
  if (first !== null && date < first) return first;
  return last !== null && date > last ? last : date;
}
