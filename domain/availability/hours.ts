import type { IntervalList } from '#domain/availability/interval-list.ts';
import { MILLIS_PER_DAY } from '#domain/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  type Weekday,
  weekdayOf,
} from '#domain/time/local-date.ts';
import { firstInstantAt, wallTimeOf } from '#domain/time/wall-time.ts';
import { spanAt, type ZoneName } from '#domain/time/zone.ts';

/**
 * Hours on the streamer's wall, in minutes from the midnight that the day begins with: `from` in 0..1439, `to` in
 * from+1..from+1440. Hours that cross midnight end past 1440 (22:00-02:00 is 1320..1560) and belong to the day they
 * begin on, so closing the 25th leaves the evening of the 24th alone.
 */
export interface WallRange {
  readonly from: number;
  readonly to: number;
}

export interface WeeklyRange extends WallRange {
  readonly weekday: Weekday;
}

/** The hours of one date instead of its weekly ones. No range: closed. */
export interface DateException {
  readonly date: LocalDate;
  readonly ranges: readonly WallRange[];
}

/** When a streamer opens. Holidays close their date, unless an exception of the streamer says otherwise. */
export interface OpeningHours {
  readonly zone: ZoneName;
  readonly weekly: readonly WeeklyRange[];
  readonly exceptions: readonly DateException[];
  readonly holidays: readonly LocalDate[];
}

const MINUTES_PER_DAY = 1_440;

/** True when the range means something: whole minutes, begins within its day, lasts from a minute to a day. */
export function isWallRange({ from, to }: WallRange): boolean {
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    from >= 0 &&
    from < MINUTES_PER_DAY &&
    to > from &&
    to <= from + MINUTES_PER_DAY
  );
}

/**
 * The stretches in which the streamer is open and which touch `from`..`until` (epoch milliseconds), in order, those
 * that touch or overlap joined. Hours keep to the wall: they open at the first occurrence of their beginning and close
 * at the first occurrence of their end; an end that spring skips is reached at the jump.
 */
export function openBetween(hours: OpeningHours, from: number, until: number): IntervalList {
  const { zone } = hours;
  // Hours that began the day before may still be running.
  const firstDay = dayAt(zone, from) - 1;
  const lastDay = dayAt(zone, until);
  const dated = datedHours(hours, firstDay as EpochDay, lastDay as EpochDay);
  const weekly = hoursByWeekday(hours.weekly);
  const starts: number[] = [];
  const ends: number[] = [];
  for (let day = firstDay as EpochDay; day <= lastDay; day++) {
    const ranges = dated?.get(day) ?? weekly[weekdayOf(day)] ?? [];
    for (const range of ranges) {
      const end = firstInstantAt(zone, wallTimeOf(day, range.to));
      if (end <= from) continue;
      const start = firstInstantAt(zone, wallTimeOf(day, range.from));
      if (start < end && start < until) append(starts, ends, start, end);
    }
  }
  return { starts, ends };
}

function dayAt(zone: ZoneName, instant: number): number {
  return Math.floor((instant + spanAt(zone, instant).offset) / MILLIS_PER_DAY);
}

function datedHours(
  { exceptions, holidays }: OpeningHours,
  firstDay: EpochDay,
  lastDay: EpochDay,
): Map<EpochDay, readonly WallRange[]> | null {
  if (exceptions.length === 0 && holidays.length === 0) return null;
  // ISO dates sort as text, so dates out of sight cost one comparison and no parsing.
  const first = localDateOf(firstDay);
  const last = localDateOf(lastDay);
  const dated = new Map<EpochDay, readonly WallRange[]>();
  for (const date of holidays) {
    if (date >= first && date <= last) dated.set(epochDayOf(date), []);
  }
  for (const { date, ranges } of exceptions) {
    if (date >= first && date <= last) dated.set(epochDayOf(date), inOrder(ranges));
  }
  return dated;
}

function hoursByWeekday(weekly: readonly WeeklyRange[]): readonly (readonly WallRange[])[] {
  const byWeekday: WallRange[][] = [[], [], [], [], [], [], [], []];
  for (const range of weekly) byWeekday[range.weekday]?.push(range);
  return byWeekday.map(inOrder);
}

/** Rows mostly come sorted; the profile showed that sorting them again cost more than the slots. */
function inOrder(ranges: readonly WallRange[]): readonly WallRange[] {
  let reached = 0;
  for (const { from } of ranges) {
    if (from < reached) return [...ranges].sort((a, b) => a.from - b.from);
    reached = from;
  }
  return ranges;
}

/** Adds a stretch that starts no earlier than those before it, joining it to the last when they meet. */
function append(starts: number[], ends: number[], start: number, end: number): void {
  const last = ends.length - 1;
  const lastEnd = ends[last];
  if (lastEnd === undefined || start > lastEnd) {
    starts.push(start);
    ends.push(end);
  } else if (end > lastEnd) ends[last] = end;
}
