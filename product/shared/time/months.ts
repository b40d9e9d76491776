import type { Branded } from '../branded.ts';
import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from './instant.ts';
import type { Interval } from './interval.ts';
import { type EpochDay, epochDayOf, parseLocalDate } from './local-date.ts';
import { epochDayAt, firstInstantAt, localDateAt, startOfDay, wallTimeAt, wallTimeOf } from './wall-time.ts';
import type { ZoneName } from './zone.ts';

/** A month of the calendar with no zone: `2026-11`. */
export type Month = Branded<string, 'Month'>;

export const monthAt = (zone: ZoneName, instant: Instant): Month =>
  localDateAt(zone, instant).slice(0, 7) as Month;

/** @param by how many months later, or earlier when it is negative */
export function monthAfter(month: Month, by: number): Month {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}` as Month;
}

const firstDay = (month: Month): EpochDay => epochDayOf(parseLocalDate(`${month}-01`));

/** From the month's first instant in the zone to the next month's. */
export const intervalOfMonth = (zone: ZoneName, month: Month): Interval => ({
  start: startOfDay(zone, firstDay(month)),
  end: startOfDay(zone, firstDay(monthAfter(month, 1))),
});

/**
 * This month so far, and the last one up to the same day and hour, so that the 22nd is never
 * compared with a whole month. When the last month has no such day, all of it.
 */
export function monthToDate(zone: ZoneName, now: Instant): { thisMonth: Interval; lastMonth: Interval } {
  const month = monthAt(zone, now);
  const thisMonth = { start: intervalOfMonth(zone, month).start, end: now };
  const last = monthAfter(month, -1);
  const today = epochDayAt(zone, now);
  const sameDay = firstDay(last) + (today - firstDay(month));
  const minutes = Math.floor((wallTimeAt(zone, now) - today * MILLIS_PER_DAY) / MILLIS_PER_MINUTE);
  const end =
    sameDay < firstDay(month)
      ? firstInstantAt(zone, wallTimeOf(sameDay as EpochDay, minutes))
      : intervalOfMonth(zone, last).end;
  return { thisMonth, lastMonth: { start: intervalOfMonth(zone, last).start, end } };
}

/** The latest months up to the one of an instant, the oldest first. */
export const latestMonths = (zone: ZoneName, now: Instant, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => monthAfter(monthAt(zone, now), index + 1 - count));
