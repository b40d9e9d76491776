import { type Instant, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import { addLength, type BusyEvent, instantOfMoment } from './ics-events.ts';
import { type Length, type Moment, readDateTime } from './ics-times.ts';
import { type RecurrenceRule, wallTimesOf } from './recurrence.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/** One time of an event. */
export interface Occurrence {
  moment: Moment;
  start: Instant;
  length: Length;
}

/** Midnight of the wall time's day. */
const dayOf = (wall: number) => Math.floor(wall / MILLIS_PER_DAY) * MILLIS_PER_DAY;

/**
 * The day that a moment means beside an event of days: programs write it as midnight in UTC, or as
 * the streamer's midnight.
 */
function dayMeant({ wall, isDate, clock }: Moment, event: Moment): number {
  const day = dayOf(wall);
  if (isDate || wall === day) return day;
  const instant = clock(wall);
  const near = [day - MILLIS_PER_DAY, day, day + MILLIS_PER_DAY];
  return near.find((midnight) => event.clock(midnight as WallTime) === instant) ?? day;
}

/** The moment as its series means it: without a zone it is the series' zone. */
export const besideSeries = (moment: Moment, series: Moment): Moment =>
  moment.floats && !series.isDate ? { ...moment, clock: series.clock, ends: series.ends } : moment;

/**
 * Whether an occurrence of an event is one of the moments (of EXDATE, of RECURRENCE-ID): at the
 * same instant, whatever the zone in which it is written; on the same day, when either has no time.
 */
export function namedBy(moments: readonly Moment[], series: Moment): (occurrence: Occurrence) => boolean {
  const days = new Set<number>();
  const instants = new Set<Instant>();
  for (const moment of moments) {
    if (series.isDate || moment.isDate) days.add(dayMeant(moment, series));
    else instants.add(instantOfMoment(besideSeries(moment, series)));
  }
  return ({ moment, start }) => instants.has(start) || (days.size > 0 && days.has(dayOf(moment.wall)));
}

/** The wall times of a rule of an event that may touch the window, its UNTIL kept. */
function wallTimesIn(rule: RecurrenceRule, { start, length }: BusyEvent, window: Interval): WallTime[] {
  const from = window.start - length.days * MILLIS_PER_DAY - length.millis - 2 * MILLIS_PER_DAY;
  const to = window.end + 2 * MILLIS_PER_DAY;
  if (rule.until === null) return wallTimesOf(rule, start, from, to);
  const until = readUntil(rule);
  // No zone is further from UTC than a day.
  const walls = wallTimesOf(rule, start, from, Math.min(to, until.wall + 2 * MILLIS_PER_DAY));
  if (start.isDate) {
    const last = dayMeant(
      { ...start, ...until, clock: until.utc ? (wall) => wall as number as Instant : start.clock },
      start,
    );
    return walls.filter((wall) => wall <= last);
  }
  if (until.utc) return walls.filter((wall) => start.clock(wall) <= (until.wall as number));
  // UNTIL as a day means all of it.
  const last = until.wall + (until.isDate ? MILLIS_PER_DAY - 1 : 0);
  return walls.filter((wall) => wall <= last);
}

function readUntil({ until, text }: RecurrenceRule) {
  try {
    return readDateTime(until ?? '');
  } catch (error) {
    throw error instanceof UnreadableEvent ? new UnreadableEvent('bad_rule', text) : error;
  }
}

/**
 * Every occurrence of an event that may touch the window, its exceptions left out, each once. What
 * its rules cannot tell is handed to `flawed`: the first occurrence and the further dates are there
 * all the same.
 */
export function occurrencesOf(
  event: BusyEvent,
  window: Interval,
  flawed: (flaw: UnreadableEvent) => void,
): Occurrence[] {
  const { start, length } = event;
  const isNamed = namedBy(event.excluded, start);
  const found = new Map<Instant, Occurrence>();
  const add = (moment: Moment, long: Length) => {
    const occurrence = { moment, start: instantOfMoment(moment), length: long };
    if (occurrence.start >= window.end || addLength(moment, long) <= window.start) return;
    if (!isNamed(occurrence)) found.set(occurrence.start, occurrence);
  };
  const follow = (rule: RecurrenceRule, excepts: boolean, each: (moment: Moment) => void) => {
    try {
      for (const wall of wallTimesIn(rule, event, window)) each({ ...start, wall });
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      flawed(excepts ? new UnreadableEvent('bad_exception', rule.text) : error);
    }
  };
  add(start, length);
  for (const { start: moment, length: own } of event.extra) add(moment, own ?? length);
  for (const rule of event.rules) follow(rule, false, (moment) => add(moment, length));
  for (const rule of event.exceptRules) follow(rule, true, (moment) => found.delete(instantOfMoment(moment)));
  return [...found.values()];
}
