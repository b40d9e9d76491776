import { type Instant, MILLIS_PER_HOUR } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type EpochDay, type Weekday, weekdayOf } from '#product/shared/time/local-date.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/** An hour of the week in local time: 0 is Monday from 0:00 to 1:00, 167 Sunday from 23:00 on. */
export const WEEK_CELLS = 168;

export const cellOf = (weekday: Weekday, hour: number): number => (weekday - 1) * 24 + hour;
export const weekdayOfCell = (cell: number): Weekday => (Math.floor(cell / 24) + 1) as Weekday;
export const hourOfCell = (cell: number): number => cell % 24;

/** The cell of the zone's local time at the instant. */
export function cellAt(zone: ZoneName, instant: Instant): number {
  const wall = wallTimeAt(zone, instant);
  const hours = Math.floor(wall / MILLIS_PER_HOUR);
  return cellOf(weekdayOf(Math.floor(hours / 24) as EpochDay), ((hours % 24) + 24) % 24);
}

/** The cells that these stretches touch in a zone's local time, in order, each once. */
export function cellsOf(zone: ZoneName, ranges: readonly Interval[]): number[] {
  const cells = new Set<number>();
  for (const { start, end } of ranges) {
    // Some zones are offset by half or quarter hours, so each quarter of an hour is checked.
    for (let at: number = start; at < end && cells.size < WEEK_CELLS; at += MILLIS_PER_HOUR / 4)
      cells.add(cellAt(zone, at as Instant));
  }
  return [...cells].sort((a, b) => a - b);
}

/**
 * An opening of the week in minutes from midnight; one that ends past midnight goes on into the
 * next day.
 */
export interface Opening {
  readonly weekday: number;
  readonly from: number;
  readonly to: number;
}

/** How many minutes of each cell are open, 0 to 60; overlapping openings count once. */
export function openMinutes(weekly: readonly Opening[]): number[] {
  const open = new Uint8Array(WEEK_CELLS * 60);
  for (const { weekday, from, to } of weekly) {
    const monday = (weekday - 1) * 24 * 60;
    for (let minute = from; minute < to; minute++) open[(monday + minute) % open.length] = 1;
  }
  return Array.from({ length: WEEK_CELLS }, (_, cell) =>
    open.subarray(cell * 60, cell * 60 + 60).reduce((sum, one) => sum + one, 0),
  );
}

/**
 * The same week with an hour of it open, joined to the openings that it touches; unchanged when it
 * is open already.
 */
export function withHourOpen<Range extends Opening>(
  weekly: readonly Range[],
  cell: number,
): (Range | Opening)[] {
  if (openMinutes(weekly)[cell] === 60) return [...weekly];
  const weekday = weekdayOfCell(cell);
  const yesterday = weekday === 1 ? 7 : weekday - 1;
  const overnight = weekly.filter((range) => range.weekday === yesterday).map(({ to }) => to - 24 * 60);
  const hour = { from: Math.max(hourOfCell(cell) * 60, ...overnight), to: (hourOfCell(cell) + 1) * 60 };
  const touches = ({ weekday: day, from, to }: Opening) =>
    day === weekday && from <= hour.to && to >= hour.from;
  const joined = weekly.filter(touches);
  const opening = {
    weekday,
    from: Math.min(hour.from, ...joined.map(({ from }) => from)),
    to: Math.max(hour.to, ...joined.map(({ to }) => to)),
  };
  return [...weekly.filter((range) => !touches(range)), opening].sort(
    (a, b) => a.weekday - b.weekday || a.from - b.from,
  );
}

/**
 * In which order a week is opened: evenings first, when most people search, then afternoons, then
 * mornings; the days on which they search most come first.
 */
const PARTS_OF_DAY = [
  { from: 19, to: 23 },
  { from: 14, to: 19 },
  { from: 9, to: 14 },
] as const;
const DAYS_IN_TURN: readonly Weekday[] = [4, 6, 7, 2, 3, 5, 1];

/**
 * The same week with hours added until so many minutes of it are open, each day's in one stretch. A
 * week that has them stays as it is, and nothing is opened at night, so that a week may stay below
 * what was asked.
 */
export function withMinutesOpen<Range extends Opening>(
  weekly: readonly Range[],
  minutes: number,
): (Range | Opening)[] {
  let week: (Range | Opening)[] = [...weekly];
  const before = openMinutes(weekly);
  let open = before.reduce((sum, one) => sum + one, 0);
  for (const { from, to } of PARTS_OF_DAY)
    for (const weekday of DAYS_IN_TURN)
      for (let hour = from; hour < to; hour++) {
        if (open >= minutes) return week;
        const cell = cellOf(weekday, hour);
        week = withHourOpen(week, cell);
        open += 60 - (before[cell] ?? 0);
      }
  return week;
}
