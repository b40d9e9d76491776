import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  mondayOf,
} from '#product/shared/time/local-date.ts';
import { epochDayAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { type BookingRules, RULE_LIMITS, type StreamerRules } from './availability.ts';
import {
  endOfStreamersDay,
  type OpeningHours,
  rangesByDay,
  startOfStreamersDay,
  streamersDayAt,
  type Wall,
} from './hours.ts';

/**
 * A live booking or hold of the streamer, with the buffers that were frozen on it. Several may
 * share a group session.
 */
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

/**
 * All facts that decide whether a start is free. `busy`, `attending` and `occupied` may be in any
 * order and may overlap.
 */
export interface AvailabilityContext {
  readonly hours: OpeningHours;
  readonly rules: BookingRules;
  readonly busy: readonly Interval[];
  /**
   * The streamer's own times as a viewer: sessions in which they are the viewer, and starts that
   * are proposed to them.
   */
  readonly attending: readonly Interval[];
  readonly occupied: readonly Occupied[];
  readonly wanted: Wanted;
  readonly now: Instant;
}

/**
 * The stretch in which notice and window allow starts: from `start` up to, but not including,
 * `end`.
 */
export function bookableSpan({
  hours,
  rules,
  now,
}: Pick<AvailabilityContext, 'hours' | 'rules' | 'now'>): Interval {
  const notice = now + rules.noticeMinutes * MILLIS_PER_MINUTE;
  const today = streamersDayAt(hours, now);
  const furthest = (today + RULE_LIMITS.horizonDays.max) as EpochDay;
  if (rules.window.kind === 'dates') {
    const first = startOfStreamersDay(hours, epochDayOf(rules.window.first));
    const last = Math.min(epochDayOf(rules.window.last), furthest) as EpochDay;
    return { start: Math.max(notice, first) as Instant, end: endOfStreamersDay(hours, last) };
  }
  const last =
    rules.window.kind === 'open_days'
      ? lastOpenDay(hours, today, furthest, rules.horizonDays)
      : ((today + rules.horizonDays) as EpochDay);
  return { start: notice as Instant, end: endOfStreamersDay(hours, last) };
}

/** The day that is the `count`th with hours after `today`, or `furthest` when there are fewer. */
function lastOpenDay(hours: OpeningHours, today: EpochDay, furthest: EpochDay, count: number): EpochDay {
  const rangesOn = rangesByDay(hours, today, furthest);
  let open = 0;
  for (let day = (today + 1) as EpochDay; day < furthest; day++) {
    if (rangesOn(day).length > 0 && ++open === count) return day;
  }
  return furthest;
}

/**
 * The stretch of bookings and busy times that must be loaded to check the starts within `starts`:
 * everything that touches it, whole weeks because of the weekly cap, whole months when there is a
 * monthly one, two more days for long buffers, and two more for a streamer who travels. Loading
 * more does no harm.
 */
export function spanToRead(
  { zone, travels }: Wall,
  { maxPerMonth }: Pick<StreamerRules, 'maxPerMonth'>,
  starts: Interval,
): Interval {
  const away = travels.length === 0 ? 0 : 2;
  const first = (epochDayAt(zone, starts.start) - away) as EpochDay;
  const last = (epochDayAt(zone, starts.end) + away) as EpochDay;
  const from = maxPerMonth === null ? mondayOf(first) : Math.min(mondayOf(first), firstOfMonth(first));
  const nextMonday = mondayOf(last) + 7;
  const until = maxPerMonth === null ? nextMonday : Math.max(nextMonday, firstOfMonth(last) + 31);
  return {
    start: (startOfDay(zone, from as EpochDay) - 2 * MILLIS_PER_DAY) as Instant,
    end: (startOfDay(zone, until as EpochDay) + 2 * MILLIS_PER_DAY) as Instant,
  };
}

const firstOfMonth = (day: EpochDay): EpochDay =>
  epochDayOf(`${localDateOf(day).slice(0, 7)}-01` as LocalDate);
