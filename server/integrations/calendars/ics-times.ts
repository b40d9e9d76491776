import { type Instant, later } from '#product/shared/time/instant.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import { spansAround, type ZoneName } from '#product/shared/time/zone.ts';
import type { IcsProperty } from './ics-property.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/**
 * When a clock shows a wall time, by iCalendar's rule: the first time, where autumn repeats it.
 * @param again asks for the second time instead, where there is one
 */
export type Clock = (wall: WallTime, again?: boolean) => Instant;

/** The clocks that an event's times may refer to. */
export interface Clocks {
  /** When a day begins for the streamer. */
  dayStart: Clock;
  /**
   * When the day before a midnight has ended for them: elsewhere than the next begins, on the last
   * day of a travel.
   */
  dayEnd: Clock;
  /** Times without a zone. */
  floating: NamedClock;
  /** @returns the clock of a TZID */
  named(tzid: string): NamedClock;
}

/** A zone's name whose meaning cannot be known, or of which only the offset is. */
export interface ZoneDoubt {
  reason: 'unknown_zone' | 'unsure_zone';
  name: string;
}

/** A clock, and the doubt about the zone that was asked for; null when there is none. */
export interface NamedClock {
  clock: Clock;
  doubt: ZoneDoubt | null;
}

/** A value of an event in time: a day, or a wall time with the clock that shows it. */
export interface Moment {
  wall: WallTime;
  isDate: boolean;
  clock: Clock;
  /** The clock of a moment that ends a day. */
  ends: Clock;
  /** As written without a zone, so that the zone of its event's start holds for it. */
  floats: boolean;
  /** The doubt about its zone; null when there is none. */
  doubt: ZoneDoubt | null;
}

/** A stretch of time with one offset; milliseconds. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/**
 * RFC 5545, 3.3.5: of a repeated wall time the first, and one that spring skips as the offset
 * before the jump would have it: 2:30 becomes 3:30. (Loge's own rule, no time at all, would free a
 * busy time.)
 * @param spans in order, around the wall time
 * @param again asks for the second of a repeated wall time
 */
export function repeatedFirst(spans: readonly Span[], wall: WallTime, again = false): Instant {
  let low = 0;
  let high = spans.length - 1;
  // The first span that ends after the wall time, as its own offset has it.
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span && wall - span.offset < span.end) high = middle;
    else low = middle + 1;
  }
  const found = spans[low];
  if (found === undefined) throw new UnreadableEvent('bad_time', 'a zone without offsets');
  const next = spans[low + 1];
  if (again && next !== undefined && wall - next.offset >= next.start) return (wall - next.offset) as Instant;
  const before = spans[low - 1];
  const skipped = before !== undefined && wall - found.offset < found.start;
  return (wall - (skipped ? before.offset : found.offset)) as Instant;
}

/** The clock of a zone of the world. */
export const zoneClock =
  (zone: ZoneName): Clock =>
  (wall, again) =>
    repeatedFirst(spansAround(zone, wall), wall, again);

export const offsetClock =
  (offset: number): Clock =>
  (wall) =>
    (wall - offset) as Instant;

const utc = offsetClock(0);

/**
 * A date, or a date and time, with what it says of its zone itself: `Z`, or an offset, which no
 * standard has but some programs write.
 */
const TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(?:(Z)|([+-])(\d\d):?(\d\d))?)?$/i;

interface DateTime {
  wall: WallTime;
  isDate: boolean;
  utc: boolean;
  /** Milliseconds east of UTC that the text itself says; null when it says none. */
  offset: number | null;
}

/** @throws UnreadableEvent bad_time */
export function readDateTime(text: string): DateTime {
  const [whole, year, month, day, hour, minute, second = '0', zulu, sign, offHours, offMinutes] =
    TIME.exec(text.trim()) ?? [];
  if (whole === undefined) throw new UnreadableEvent('bad_time', text);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (Number(year) === 0 || date.getUTCMonth() + 1 !== Number(month))
    throw new UnreadableEvent('bad_time', text);
  const midnight = date.getTime() as WallTime;
  if (hour === undefined) return { wall: midnight, isDate: true, utc: false, offset: null };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60)
    throw new UnreadableEvent('bad_time', text);
  // A leap second is the last one before it (3.3.12).
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second));
  const wall = later(midnight as number as Instant, seconds * 1000) as number as WallTime;
  const away = (Number(offHours ?? 0) * 60 + Number(offMinutes ?? 0)) * 60_000;
  const offset = zulu ? 0 : sign === undefined ? null : sign === '-' ? -away : away;
  return { wall, isDate: false, utc: zulu !== undefined, offset };
}

/** @throws UnreadableEvent bad_time */
export function readMoment(text: string, params: IcsProperty['params'], clocks: Clocks): Moment {
  const { wall, isDate, offset } = readDateTime(text);
  if (isDate || params.VALUE?.toUpperCase() === 'DATE') {
    const midnight = (wall - (((wall % 86_400_000) + 86_400_000) % 86_400_000)) as WallTime;
    return {
      ...{ wall: midnight, isDate: true, clock: clocks.dayStart, ends: clocks.dayEnd },
      ...{ floats: false, doubt: null },
    };
  }
  const tzid = params.TZID;
  const floats = offset === null && tzid === undefined;
  const { clock, doubt } =
    offset !== null
      ? { clock: offset === 0 ? utc : offsetClock(offset), doubt: null }
      : tzid === undefined
        ? clocks.floating
        : clocks.named(tzid);
  return { wall, isDate: false, clock, ends: clock, floats, doubt };
}

/** How long an event lasts: whole days by the calendar, then the rest by the stopwatch. */
export interface Length {
  days: number;
  millis: number;
}

/**
 * Reads a DURATION. `PT1W` is no duration of RFC 5545, yet some programs write it.
 * @throws UnreadableEvent bad_length, also for one that runs backwards
 */
export function readDuration(text: string): Length {
  const [whole, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^\+?P(?:T?(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (whole === undefined) throw new UnreadableEvent('bad_length', text);
  return {
    days: Number(weeks) * 7 + Number(days),
    millis: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
  };
}
