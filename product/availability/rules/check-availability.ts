import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type EpochDay, localDateOf, mondayOf } from '#product/shared/time/local-date.ts';
import { type OffsetSpan, spanAt, type ZoneName } from '#product/shared/time/zone.ts';
import type { Occupied, Wanted } from './availability-context.ts';
import { type AvailabilityContext, bookableSpan } from './availability-context.ts';
import { isAbsent, type OpeningHours, openTimeBetween, type StartGrid, streamersDayAt } from './hours.ts';
import { type IntervalList, intervalList, type Probe, probe } from './interval-list.ts';

/**
 * Why a start cannot be booked. They are checked in this order, and the first that applies is the
 * answer.
 */
export const CLOSED_REASONS = [
  /** The start is in the past. */
  'past',
  /** Within the streamer's notice. */
  'too_soon',
  /** Beyond the streamer's horizon. */
  'too_far',
  /** Before or after the dates on which the streamer offers sessions. */
  'outside_window',
  /** Closed, on a day on which the streamer is absent. */
  'absent',
  /** The session would not lie wholly within opening hours. */
  'outside_hours',
  /**
   * Off the grid of starts (not a whole number of steps after the hours begin), or the second
   * occurrence of a wall time that autumn repeats.
   */
  'not_on_step',
  /** A group session begins then with too few seats left, or the offer never has that many. */
  'full',
  /** Another booking or hold takes some of the time. */
  'taken',
  /** The streamer is somebody else's guest for some of the time. */
  'attending',
  /** An imported calendar takes some of the time. */
  'busy',
  /** The time itself is free, but not the buffer before or after it. */
  'buffer',
  /** The streamer's limit of sessions for that day, week or month is reached. */
  'daily_cap',
  'weekly_cap',
  'monthly_cap',
] as const;

export type ClosedReason = (typeof CLOSED_REASONS)[number];

/**
 * The reason as others are told it: whose guest a streamer is, and when, is known to the two of
 * them alone.
 */
export const publicReason = (reason: ClosedReason): ClosedReason =>
  reason === 'attending' ? 'busy' : reason;

/** The answer for one start. `seatsLeft` counts before the viewer takes any. */
export type Availability =
  | { readonly free: true; readonly seatsLeft: number }
  | { readonly free: false; readonly reason: ClosedReason };

/**
 * Everything that decides about the starts of one stretch, prepared. `check` is the only place that
 * decides: the list of slots, the booking of one start and the search over streamers all call it,
 * so they cannot disagree.
 */
export interface AvailabilityCheck {
  readonly open: IntervalList;
  readonly grid: StartGrid;
  readonly bookable: Interval;
  readonly joinable: ReadonlyMap<number, GroupSession>;
  /**
   * Checks a start, in epoch milliseconds, within the stretch. Checking many starts in rising order
   * needs a single pass over the inputs.
   */
  readonly check: (start: number) => Availability;
  /**
   * Whether a session at this start, with its buffers, overlaps another booking or hold with its
   * own.
   */
  readonly isNearBooking: (start: number) => boolean;
}

const closed = <Reason extends ClosedReason>(reason: Reason) => ({ free: false, reason }) as const;

// These answers are shared objects: a month of slots makes some 3,000 checks.
const PAST = closed('past');
const TOO_SOON = closed('too_soon');
const TOO_FAR = closed('too_far');
const OUTSIDE_WINDOW = closed('outside_window');
const ABSENT = closed('absent');
const OUTSIDE_HOURS = closed('outside_hours');
const NOT_ON_STEP = closed('not_on_step');
const FULL = closed('full');
const TAKEN = closed('taken');
const ATTENDING = closed('attending');
const BUSY = closed('busy');
const BUFFER = closed('buffer');
const DAILY_CAP = closed('daily_cap');
const WEEKLY_CAP = closed('weekly_cap');
const MONTHLY_CAP = closed('monthly_cap');

/** Whether this start is free, and if not, why. */
export function checkAvailability(context: AvailabilityContext, start: Instant): Availability {
  return prepareCheck(context, start, start).check(start);
}

/**
 * Prepares to check the starts from `from` to `to`, both included (epoch milliseconds). Reads each
 * input once.
 */
export function prepareCheck(context: AvailabilityContext, from: number, to: number): AvailabilityCheck {
  const { hours, rules, wanted, now } = context;
  const duration = wanted.durationMinutes * MILLIS_PER_MINUTE;
  const before = rules.bufferBeforeMinutes * MILLIS_PER_MINUTE;
  const after = rules.bufferAfterMinutes * MILLIS_PER_MINUTE;
  const step = rules.stepMinutes * MILLIS_PER_MINUTE;
  const bookable = bookableSpan(context);
  const soonest = now + rules.noticeMinutes * MILLIS_PER_MINUTE;
  const beyond = rules.window.kind === 'dates' ? OUTSIDE_WINDOW : TOO_FAR;
  const { open, grid } = openTimeBetween(hours, from, to + duration);
  const opened = probe(open);
  const isOnGrid = gridProbe(grid, step);
  const { taken, reserved, attending, busy } = obstacles(context, from - before, to + duration + after);
  const joinable = joinableSessions(context.occupied, wanted);
  const dayOf = dayFinder(hours);
  const counts = countsIfCapped(context, dayOf);
  const enough = wanted.seats <= wanted.capacity;
  const free: Availability = enough ? { free: true, seatsLeft: wanted.capacity } : FULL;

  const isNearBooking = (start: number): boolean =>
    reserved.touches(start - before, start + duration + after);

  const capped = (start: number): Availability | null => {
    if (!counts) return null;
    const day = dayOf(start);
    const { maxPerDay, maxPerWeek, maxPerMonth } = rules;
    if (maxPerDay !== null && counts.onDay(day) >= maxPerDay) return DAILY_CAP;
    if (maxPerWeek !== null && counts.inWeekOf(day) >= maxPerWeek) return WEEKLY_CAP;
    if (maxPerMonth !== null && counts.inMonthOf(day) >= maxPerMonth) return MONTHLY_CAP;
    return null;
  };

  const check = (start: number): Availability => {
    if (start < now) return PAST;
    if (start < soonest) return TOO_SOON;
    if (start < bookable.start || start >= bookable.end) return beyond;
    const end = start + duration;
    if (!opened.holds(start, end)) return isAbsent(hours, dayOf(start)) ? ABSENT : OUTSIDE_HOURS;
    const session = joinable.get(start);
    if (session) return checkSeats(session);
    if (!isOnGrid(start)) return NOT_ON_STEP;
    if (taken.touches(start, end)) return TAKEN;
    if (attending.touches(start, end)) return ATTENDING;
    if (busy.touches(start, end)) return BUSY;
    const [from, to] = [start - before, end + after];
    if (isNearBooking(start) || attending.touches(from, to) || busy.touches(from, to)) return BUFFER;
    return capped(start) ?? free;
  };

  // Joining a session that takes place anyway adds nothing to the streamer's day, so step, buffers
  // and caps do not apply.
  const checkSeats = ({ seatsTaken }: GroupSession): Availability => {
    const seatsLeft = wanted.capacity - seatsTaken;
    return seatsLeft >= wanted.seats ? { free: true, seatsLeft } : FULL;
  };

  return { open, grid, bookable, joinable, check, isNearBooking };
}

/**
 * The times that can block a start between two moments: sessions themselves, sessions with their
 * own buffers, the streamer's own sessions as a viewer, imported busy times. Buffers of both sides
 * count, exactly as the database's exclusion constraint compares them.
 */
function obstacles(
  { busy, attending, occupied }: AvailabilityContext,
  from: number,
  to: number,
): Record<'taken' | 'reserved' | 'attending' | 'busy', Probe> {
  const sessions: [number, number][] = [];
  const withBuffers: [number, number][] = [];
  for (const { start, end, bufferBeforeMinutes, bufferAfterMinutes } of occupied) {
    const reservedFrom = start - bufferBeforeMinutes * MILLIS_PER_MINUTE;
    const reservedTo = end + bufferAfterMinutes * MILLIS_PER_MINUTE;
    if (reservedTo <= from || reservedFrom >= to) continue;
    sessions.push([start, end]);
    withBuffers.push([reservedFrom, reservedTo]);
  }
  const within = (intervals: readonly Interval[]): [number, number][] =>
    intervals.flatMap(({ start, end }): [number, number][] =>
      end > from && start < to ? [[start, end]] : [],
    );
  return {
    taken: probe(intervalList(sessions)),
    reserved: probe(intervalList(withBuffers)),
    attending: probe(intervalList(within(attending))),
    busy: probe(intervalList(within(busy))),
  };
}

function countsIfCapped(
  { rules, occupied }: AvailabilityContext,
  dayOf: (instant: number) => EpochDay,
): SessionCounts | null {
  if (rules.maxPerDay === null && rules.maxPerWeek === null && rules.maxPerMonth === null) return null;
  return countSessions(occupied, dayOf, rules.maxPerMonth !== null);
}

/**
 * Tells whether a start lies on the grid. Checking many starts in rising order needs a single pass
 * over it.
 */
function gridProbe(grid: StartGrid, step: number): (start: number) => boolean {
  let position = 0;
  const offsetAt = offsetFinder();
  return (start) => {
    while (position > 0 && (grid[position - 1]?.end ?? 0) > start) position--;
    while ((grid[position]?.end ?? Number.POSITIVE_INFINITY) <= start) position++;
    const stretch = grid[position];
    if (!stretch || stretch.start > start) return false;
    const { offset, repeatedUntil } = offsetAt(stretch.zone, start);
    return start >= repeatedUntil && (start + offset - stretch.firstWall) % step === 0;
  };
}

/**
 * Finds the zone offset at an instant. Remembers the last span of one offset, because the next
 * start nearly always lies in it too.
 */
function offsetFinder(): (zone: ZoneName, instant: number) => OffsetSpan {
  let last: OffsetSpan | null = null;
  let of: ZoneName | null = null;
  return (zone, instant) => {
    if (!last || of !== zone || instant < last.start || instant >= last.end) last = spanAt(zone, instant);
    of = zone;
    return last;
  };
}

/** Finds the day in the streamer's zone. */
function dayFinder(hours: OpeningHours): (instant: number) => EpochDay {
  if (hours.travels.length > 0) return (instant) => streamersDayAt(hours, instant);
  const offsetAt = offsetFinder();
  return (instant) =>
    Math.floor((instant + offsetAt(hours.zone, instant).offset) / MILLIS_PER_DAY) as EpochDay;
}

/** A group session of the wanted offer that already has people in it. */
interface GroupSession {
  readonly end: number;
  readonly seatsTaken: number;
}

/**
 * The group sessions that the viewer could join, by start. A session of another length is not the
 * same session and is left out.
 */
function joinableSessions(occupied: readonly Occupied[], wanted: Wanted): Map<number, GroupSession> {
  const sessions = new Map<number, GroupSession>();
  if (wanted.capacity < 2) return sessions;
  const duration = wanted.durationMinutes * 60_000;
  for (const { start, end, offerId, seatsTaken } of occupied) {
    if (offerId !== wanted.offerId || end - start !== duration) continue;
    const others = sessions.get(start)?.seatsTaken ?? 0;
    sessions.set(start, { end, seatsTaken: others + seatsTaken });
  }
  return sessions;
}

/**
 * How many sessions begin on each day, in each week by its Monday, and in each month, in the
 * streamer's zone. A group counts once.
 */
interface SessionCounts {
  readonly onDay: (day: EpochDay) => number;
  readonly inWeekOf: (day: EpochDay) => number;
  readonly inMonthOf: (day: EpochDay) => number;
}

function countSessions(
  occupied: readonly Occupied[],
  dayOf: (instant: number) => EpochDay,
  byMonth: boolean,
): SessionCounts {
  const perDay = new Map<EpochDay, number>();
  const perWeek = new Map<EpochDay, number>();
  const perMonth = new Map<string, number>();
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const start of new Set(occupied.map((session) => session.start))) {
    const day = dayOf(start);
    count(perDay, day);
    count(perWeek, mondayOf(day));
    if (byMonth) count(perMonth, monthOf(day));
  }
  return {
    onDay: (day) => perDay.get(day) ?? 0,
    inWeekOf: (day) => perWeek.get(mondayOf(day)) ?? 0,
    inMonthOf: (day) => perMonth.get(monthOf(day)) ?? 0,
  };
}

const monthOf = (day: EpochDay): string => localDateOf(day).slice(0, 7);
