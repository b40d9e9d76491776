import type { OpeningHours } from '#domain/availability/hours.ts';
import type { BookingRules } from '#domain/availability/rules.ts';
import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { EpochDay } from '#domain/time/local-date.ts';
import { mondayOf } from '#domain/time/local-date.ts';
import { epochDayAt, startOfDay } from '#domain/time/wall-time.ts';

/** A live booking or hold of the streamer, with the buffers that were frozen on it. Several may share a group session. */
export interface Occupied extends Interval {
  readonly offerId: string;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly seatsTaken: number;
}

/** The viewer's request: an offer, and a number of its seats. */
export interface Wanted {
  readonly offerId: string;
  readonly durationMinutes: number;
  /** Seats of the offer, 1 to 12. More than one makes it a group session. */
  readonly capacity: number;
  readonly seats: number;
}

/** All facts that decide whether a start is free. `busy` and `occupied` may come in any order and may overlap. */
export interface AvailabilityContext {
  readonly hours: OpeningHours;
  readonly rules: BookingRules;
  readonly busy: readonly Interval[];
  readonly occupied: readonly Occupied[];
  readonly wanted: Wanted;
  readonly now: Instant;
}

/** The starts that notice and horizon leave: from `start`, up to but without `end`. */
export function bookableSpan({
  hours,
  rules,
  now,
}: Pick<AvailabilityContext, 'hours' | 'rules' | 'now'>): Interval {
  const lastDay = epochDayAt(hours.zone, now) + rules.horizonDays;
  return {
    start: (now + rules.noticeMinutes * MILLIS_PER_MINUTE) as Instant,
    end: startOfDay(hours.zone, (lastDay + 1) as EpochDay),
  };
}

/**
 * The stretch of bookings and busy times that must be loaded to answer for starts within `starts`: everything that
 * touches it, whole weeks because of the weekly cap, and two days more for long buffers. Loading more changes nothing.
 */
export function spanToRead(hours: Pick<OpeningHours, 'zone'>, starts: Interval): Interval {
  const firstMonday = mondayOf(epochDayAt(hours.zone, starts.start));
  const nextMonday = mondayOf(epochDayAt(hours.zone, starts.end)) + 7;
  return {
    start: (startOfDay(hours.zone, firstMonday) - 2 * MILLIS_PER_DAY) as Instant,
    end: (startOfDay(hours.zone, nextMonday as EpochDay) + 2 * MILLIS_PER_DAY) as Instant,
  };
}
