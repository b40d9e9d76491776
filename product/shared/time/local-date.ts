import type { Branded } from '../branded.ts';
import { MILLIS_PER_DAY } from './instant.ts';

/** A day of the calendar with no zone: `2026-11-21`. */
export type LocalDate = Branded<string, 'LocalDate'>;

/** The same day as a number: days since 1970-01-01. What the arithmetic runs on. */
export type EpochDay = Branded<number, 'EpochDay'>;

/** ISO 8601: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads `YYYY-MM-DD`; throws a RangeError on another form and on a day that does not exist, such as
 * 2026-02-30.
 */
export function parseLocalDate(text: string): LocalDate {
  if (!ISO_DATE.test(text)) throw new RangeError(`not a date: ${text}`);
  const date = text as LocalDate;
  if (localDateOf(epochDayOf(date)) !== date) throw new RangeError(`no such day: ${text}`);
  return date;
}

export function epochDayOf(date: LocalDate): EpochDay {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  return (Date.UTC(year, month - 1, day) / MILLIS_PER_DAY) as EpochDay;
}

export function localDateOf(day: EpochDay): LocalDate {
  return new Date(day * MILLIS_PER_DAY).toISOString().slice(0, 10) as LocalDate;
}

/** 1970-01-01, day 0, was a Thursday. */
export function weekdayOf(day: EpochDay): Weekday {
  return (((((day + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** The Monday of the ISO week that the day belongs to. */
export function mondayOf(day: EpochDay): EpochDay {
  return (day - (weekdayOf(day) - 1)) as EpochDay;
}
