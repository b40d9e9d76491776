import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  type Weekday,
  weekdayOf,
} from '#product/shared/time/local-date.ts';
import { firstInstantAt, startOfDay, wallTimeOf } from '#product/shared/time/wall-time.ts';
import { spanAt, type ZoneName } from '#product/shared/time/zone.ts';
import type { IntervalList } from './interval-list.ts';

/**
 * Hours in local time, in minutes from the midnight that the day begins with: `from` in 0..1439,
 * `to` in from+1..from+1440. Hours that cross midnight end past 1440 (22:00-02:00 is 1320..1560)
 * and belong to the day they begin on, so closing the 25th leaves the evening of the 24th alone.
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

/** Days on the streamer's wall, both included. */
export interface DateSpan {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** On these days the hours are meant in the local time of another zone. */
export interface Travel extends DateSpan {
  readonly zone: ZoneName;
}

/**
 * When a streamer opens. Holidays close their date, unless an exception of the streamer says
 * otherwise; an absence closes its days in any case. Of travels that share a day the first one
 * counts.
 */
export interface OpeningHours {
  readonly zone: ZoneName;
  readonly weekly: readonly WeeklyRange[];
  readonly exceptions: readonly DateException[];
  readonly holidays: readonly LocalDate[];
  readonly absences: readonly DateSpan[];
  readonly travels: readonly Travel[];
}

const MINUTES_PER_DAY = 1_440;

/**
 * True when the range makes sense: whole minutes, begins within its day, lasts from a minute to a
 * day.
 */
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

/** Hours of one date that follow each other without a gap. Instants as epoch milliseconds. */
interface OpenBlock {
  readonly start: number;
  readonly end: number;
  readonly zone: ZoneName;
  /**
   * The local time at which they begin, in milliseconds as if in UTC: starts are counted from here.
   */
  readonly firstWall: number;
}

/**
 * Where sessions may begin: stretches in order that do not overlap, each with the zone and the wall
 * time from which its starts are counted. Where hours of two dates overlap, the starts are those of
 * the hours that began last.
 */
export type StartGrid = readonly OpenBlock[];

/**
 * When a streamer is open: `open` are stretches in order, those that touch or overlap joined;
 * `grid` says where sessions may begin.
 */
export interface OpenTime {
  readonly open: IntervalList;
  readonly grid: StartGrid;
}

/**
 * The stretches in which the streamer is open and which touch `from`..`until` (epoch milliseconds).
 */
export const openBetween = (hours: OpeningHours, from: number, until: number): IntervalList =>
  openTimeBetween(hours, from, until).open;

/**
 * The same with the grid of their starts. Hours follow local time: they open at the first
 * occurrence of their beginning and close at the first occurrence of their end; an end that spring
 * skips is reached at the jump.
 */
export function openTimeBetween(hours: OpeningHours, from: number, until: number): OpenTime {
  const blocks = blocksBetween(hours, from, until);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { start, end } of blocks) append(starts, ends, start, end);
  return { open: { starts, ends }, grid: gridOf(blocks) };
}

function blocksBetween(hours: OpeningHours, from: number, until: number): OpenBlock[] {
  // Hours that began the day before may still be running; while travelling, the local date may be a
  // day ahead or behind.
  const margin = hours.travels.length === 0 ? 0 : 1;
  const firstDay = (dayAt(hours.zone, from) - 1 - margin) as EpochDay;
  const lastDay = (dayAt(hours.zone, until) + margin) as EpochDay;
  const rangesOn = rangesByDay(hours, firstDay, lastDay);
  const blocks: OpenBlock[] = [];
  let inOrder = true;
  for (let day = firstDay; day <= lastDay; day++) {
    const ranges = rangesOn(day);
    if (ranges.length === 0) continue;
    const zone = zoneOfDay(hours, day);
    for (let index = 0; index < ranges.length; index++) {
      const first = ranges[index];
      if (!first) continue;
      let { to } = first;
      for (let next = ranges[index + 1]; next && next.from <= to; next = ranges[index + 1]) {
        to = Math.max(to, next.to);
        index++;
      }
      const end = firstInstantAt(zone, wallTimeOf(day, to));
      if (end <= from) continue;
      const firstWall = wallTimeOf(day, first.from);
      const start = firstInstantAt(zone, firstWall);
      if (start >= end || start >= until) continue;
      if (start < (blocks.at(-1)?.start ?? start)) inOrder = false;
      blocks.push({ start, end, zone, firstWall });
    }
  }
  return inOrder ? blocks : blocks.sort((a, b) => a.start - b.start);
}

/** Cuts each block where a later one begins, and goes on with it where that one has ended. */
function gridOf(blocks: readonly OpenBlock[]): StartGrid {
  const grid: OpenBlock[] = [];
  for (const block of blocks) {
    const last = grid.at(-1);
    if (!last || last.end <= block.start) {
      grid.push(block);
      continue;
    }
    const overlapped = grid.splice(grid.findIndex(({ end }) => end > block.start));
    for (const each of overlapped)
      if (each.start < block.start) grid.push({ ...each, end: Math.min(each.end, block.start) });
    grid.push(block);
    for (const each of overlapped)
      if (each.end > block.end) grid.push({ ...each, start: Math.max(each.start, block.end) });
  }
  return grid;
}

/** The parts of the hours that decide a streamer's time zone at a moment. */
export type Wall = Pick<OpeningHours, 'zone' | 'travels'>;

/** The zone in whose local time the hours of a day are meant. */
export function zoneOfDay({ zone, travels }: Wall, day: EpochDay): ZoneName {
  if (travels.length === 0) return zone;
  const date = localDateOf(day);
  return travels.find(({ first, last }) => first <= date && date <= last)?.zone ?? zone;
}

/** When a day of the streamer begins, in the zone in which they are on that day. */
export const startOfStreamersDay = (hours: Wall, day: EpochDay): Instant =>
  startOfDay(zoneOfDay(hours, day), day);

/** When a day of the streamer has ended. */
export const endOfStreamersDay = (hours: Wall, day: EpochDay): Instant =>
  startOfDay(zoneOfDay(hours, day), (day + 1) as EpochDay);

/**
 * The date for the streamer at an instant. They count as travelling while the other zone's date is
 * one of the travel's days; the hours between the two local times belong to the date at home.
 */
export function streamersDayAt({ zone, travels }: Wall, instant: number): EpochDay {
  for (const travel of travels) {
    const day = dayAt(travel.zone, instant);
    const date = localDateOf(day);
    if (travel.first <= date && date <= travel.last) return day;
  }
  return dayAt(zone, instant);
}

/** Is the streamer absent on that day? */
export function isAbsent({ absences }: Pick<OpeningHours, 'absences'>, day: EpochDay): boolean {
  if (absences.length === 0) return false;
  const date = localDateOf(day);
  return absences.some(({ first, last }) => first <= date && date <= last);
}

/** Finds the hours that begin on a day, of those from one day to another. */
export function rangesByDay(
  hours: OpeningHours,
  firstDay: EpochDay,
  lastDay: EpochDay,
): (day: EpochDay) => readonly WallRange[] {
  const dated = datedHours(hours, firstDay, lastDay);
  const weekly = hoursByWeekday(hours.weekly);
  return (day) => dated?.get(day) ?? weekly[weekdayOf(day)] ?? [];
}

function dayAt(zone: ZoneName, instant: number): EpochDay {
  return Math.floor((instant + spanAt(zone, instant).offset) / MILLIS_PER_DAY) as EpochDay;
}

function datedHours(
  { exceptions, holidays, absences }: OpeningHours,
  firstDay: EpochDay,
  lastDay: EpochDay,
): Map<EpochDay, readonly WallRange[]> | null {
  if (exceptions.length === 0 && holidays.length === 0 && absences.length === 0) return null;
  // ISO dates sort as text, so dates out of range cost one comparison and no parsing.
  const first = localDateOf(firstDay);
  const last = localDateOf(lastDay);
  const dated = new Map<EpochDay, readonly WallRange[]>();
  for (const date of holidays) {
    if (date >= first && date <= last) dated.set(epochDayOf(date), []);
  }
  for (const { date, ranges } of exceptions) {
    if (date >= first && date <= last) dated.set(epochDayOf(date), inOrder(ranges));
  }
  for (const absence of absences) {
    if (absence.last < first || absence.first > last) continue;
    const from = Math.max(epochDayOf(absence.first), firstDay);
    const to = Math.min(epochDayOf(absence.last), lastDay);
    for (let day = from as EpochDay; day <= to; day++) dated.set(day, []);
  }
  return dated;
}

function hoursByWeekday(weekly: readonly WeeklyRange[]): readonly (readonly WallRange[])[] {
  const byWeekday: WallRange[][] = [[], [], [], [], [], [], [], []];
  for (const range of weekly) byWeekday[range.weekday]?.push(range);
  return byWeekday.map(inOrder);
}

/**
 * Rows mostly come sorted, and profiling showed that sorting them again cost more than the slots.
 */
function inOrder(ranges: readonly WallRange[]): readonly WallRange[] {
  let reached = 0;
  for (const { from } of ranges) {
    if (from < reached) return [...ranges].sort((a, b) => a.from - b.from);
    reached = from;
  }
  return ranges;
}

/**
 * Adds a stretch that starts no earlier than those before it, joining it to the last when they
 * meet.
 */
function append(starts: number[], ends: number[], start: number, end: number): void {
  const last = ends.length - 1;
  const lastEnd = ends[last];
  if (lastEnd === undefined || start > lastEnd) {
    starts.push(start);
    ends.push(end);
  } else if (end > lastEnd) ends[last] = end;
}
