import type { Branded } from '../branded.ts';
import { type Instant, MILLIS_PER_DAY } from './instant.ts';
import { type EpochDay, type LocalDate, localDateOf } from './local-date.ts';
import { spanAt, spansAround, type ZoneName } from './zone.ts';

/**
 * A local date and time, as the milliseconds that UTC would have when showing the same. Means
 * nothing without its zone.
 */
export type WallTime = Branded<number, 'WallTime'>;

/** How often a wall time occurs: once, twice (autumn), or never because spring jumped over it. */
export interface WallMeeting {
  readonly kind: 'once' | 'repeated' | 'skipped';
  /** Its first occurrence; for a skipped wall time the instant of the jump. */
  readonly instant: Instant;
}

export function wallTimeOf(day: EpochDay, minutes: number): WallTime {
  return (day * MILLIS_PER_DAY + minutes * 60_000) as WallTime;
}

/**
 * When a clock in the zone shows the wall time. The rule of the product: a repeated wall time means
 * its first occurrence, a skipped one never occurs (and opening hours that begin or end there do so
 * at the jump).
 */
export function meetWallTime(zone: ZoneName, wall: WallTime): WallMeeting {
  const spans = spansAround(zone, wall);
  let found: Instant | null = null;
  let jump = Number.POSITIVE_INFINITY;
  for (const { start, end, offset } of spans) {
    const instant = wall - offset;
    if (instant < start) jump = Math.min(jump, start);
    else if (instant < end) {
      if (found !== null) return { kind: 'repeated', instant: found };
      found = instant as Instant;
    }
  }
  if (found !== null) return { kind: 'once', instant: found };
  return { kind: 'skipped', instant: jump as Instant };
}

/**
 * The first instant at or after which a clock in the zone has reached the wall time. Skipped wall
 * times are reached by the jump.
 */
export function firstInstantAt(zone: ZoneName, wall: WallTime): Instant {
  const spans = spansAround(zone, wall);
  for (const { start, end, offset } of spans) {
    const instant = wall - offset;
    if (instant < end) return Math.max(instant, start) as Instant;
  }
  throw new RangeError(`no instant of ${zone} at wall time ${wall}`);
}

/** The wall time of a clock in the zone at the instant. */
export function wallTimeAt(zone: ZoneName, instant: Instant): WallTime {
  return (instant + spanAt(zone, instant).offset) as WallTime;
}

/**
 * The same wall time some days later; a wall time that spring skips is that of the jump, and of one
 * that autumn repeats the first is meant.
 */
export function sameWallTimeAfter(zone: ZoneName, instant: Instant, days: number): Instant {
  return meetWallTime(zone, (wallTimeAt(zone, instant) + days * MILLIS_PER_DAY) as WallTime).instant;
}

export function epochDayAt(zone: ZoneName, instant: Instant): EpochDay {
  return Math.floor(wallTimeAt(zone, instant) / MILLIS_PER_DAY) as EpochDay;
}

export function localDateAt(zone: ZoneName, instant: Instant): LocalDate {
  return localDateOf(epochDayAt(zone, instant));
}

/**
 * The instant at which a day begins in the zone: not always midnight, since some zones change their
 * clocks then.
 */
export function startOfDay(zone: ZoneName, day: EpochDay): Instant {
  return firstInstantAt(zone, wallTimeOf(day, 0));
}
