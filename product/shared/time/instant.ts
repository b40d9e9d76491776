import type { Branded } from '../branded.ts';

/**
 * A moment in time: whole milliseconds since 1970-01-01T00:00Z.
 *
 * A branded number and not a `Temporal.Instant`: the slot engine compares millions of them, the
 * page and the database driver both speak milliseconds, and the browser needs no polyfill. See
 * docs/decisions/0050-one-slot-engine.md.
 */
export type Instant = Branded<number, 'Instant'>;

export const MILLIS_PER_MINUTE = 60_000;
export const MILLIS_PER_HOUR = 3_600_000;
export const MILLIS_PER_DAY = 86_400_000;

/** The last moment that a JavaScript `Date` can hold; beyond it there is no instant either. */
const LAST_MILLIS = 8.64e15;

/**
 * Takes milliseconds since the epoch; throws a RangeError when they are not whole or out of range.
 */
export function instantOf(epochMilliseconds: number): Instant {
  if (!Number.isInteger(epochMilliseconds) || Math.abs(epochMilliseconds) > LAST_MILLIS) {
    throw new RangeError(`not an instant: ${epochMilliseconds}`);
  }
  return epochMilliseconds as Instant;
}

const ISO_INSTANT = /^[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Reads an ISO 8601 instant, which must carry `Z` or an offset. Digits below the millisecond are
 * dropped.
 */
export function parseInstant(iso: string): Instant {
  if (!ISO_INSTANT.test(iso)) throw new RangeError(`not an ISO 8601 instant: ${iso}`);
  return instantOf(Date.parse(iso));
}

/** The instant in UTC, as `2026-11-21T05:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** The instant that comes so many milliseconds later (earlier when negative). */
export function later(instant: Instant, milliseconds: number): Instant {
  return (instant + milliseconds) as Instant;
}

export function minutesAfter(instant: Instant, minutes: number): Instant {
  return later(instant, minutes * MILLIS_PER_MINUTE);
}

export function hoursAfter(instant: Instant, hours: number): Instant {
  return later(instant, hours * MILLIS_PER_HOUR);
}

/**
 * Adds so many times 24 hours. For the same local time some days later, go through the zone
 * instead.
 */
export function daysAfter(instant: Instant, days: number): Instant {
  return later(instant, days * MILLIS_PER_DAY);
}

export function earliest(first: Instant, ...others: Instant[]): Instant {
  return Math.min(first, ...others) as Instant;
}
