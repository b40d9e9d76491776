import ICAL from 'ical.js';
import { type Instant, MILLIS_PER_DAY } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { WallTime } from '#domain/time/wall-time.ts';
import { addSpan, type BusyEvent, instantOfMoment } from './ics-events.ts';
import { type Clocks, type Moment, readMoment, type Span, UnreadableEvent } from './ics-times.ts';

/** The budget of occurrences for a calendar: a rule by the second would otherwise never end. */
export interface Budget {
  /** Steps of rules, over all events. */
  steps: number;
}

/** A weekday rule from 1900 that counts its occurrences is far below; anything above is no calendar of a person. */
const MOST_STEPS_OF_A_RULE = 50_000;

export interface Occurrence {
  moment: Moment;
  start: Instant;
  span: Span;
}

const icalTime = (wall: number, isDate: boolean) => {
  const at = new Date(wall);
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate,
  });
};
const wallOf = ({ year, month, day, hour, minute, second }: InstanceType<typeof ICAL.Time>) =>
  Date.UTC(year, month - 1, day, hour, minute, second) as WallTime;

/** Midnight of the wall time's day. */
export const dayOf = (wall: WallTime) => Math.floor(wall / MILLIS_PER_DAY) * MILLIS_PER_DAY;

/** Rules repeat with the days or the weeks, so they can begin later by as many whole rounds. The others make few steps. */
function daysOfRound(freq: string, interval: number): number | null {
  if (freq === 'WEEKLY') return 7 * interval;
  return ['DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'].includes(freq) ? interval : null;
}

/** The wall times that a rule gives, from about `from` on, until `until` at the latest. */
function* wallTimes(text: string, event: BusyEvent, window: Interval, clocks: Clocks, budget: Budget) {
  // UNTIL and the iterator do not speak of the same clock: it is compared here.
  const untilText = /(?:^|;)UNTIL=([^;]+)/i.exec(text)?.[1];
  const rule = ICAL.Recur.fromString(text.replace(/(?:^|;)UNTIL=[^;]+/i, '').replace(/^;/, ''));
  const { start, span } = event;
  // UNTIL is in UTC, or has the form of DTSTART, and then its clock.
  const until = untilText === undefined ? null : readMoment(untilText, {}, clocks);
  const last = until && !until.isDate && /Z$/i.test(untilText ?? '') ? instantOfMoment(until) : null;
  const lastWall = until && last === null ? until.wall + (until.isDate ? MILLIS_PER_DAY - 1 : 0) : null;

  const startTime = icalTime(start.wall, start.isDate);
  if (rule.freq === 'YEARLY' && Object.keys(rule.parts).length === 0 && startTime.day === 29) {
    // Left to itself the library turns a 29th of February into a 1st of March.
    rule.parts = { BYMONTH: [startTime.month], BYMONTHDAY: [startTime.day] };
  }

  let first: number = start.wall;
  const round = daysOfRound(rule.freq, rule.interval);
  if (round !== null && !rule.count) {
    const lead = window.start - instantOfMoment(start) - span.days * MILLIS_PER_DAY - span.millis;
    const rounds = Math.floor(lead / (round * MILLIS_PER_DAY)) - 2;
    first += Math.max(0, rounds) * round * MILLIS_PER_DAY;
  }
  // Seeking the first year of a yearly rule ends here too.
  rule.until = icalTime(window.end + 2 * MILLIS_PER_DAY, false);
  const iterator = rule.iterator(icalTime(first, start.isDate));
  // The library may look for a next day for ever ('the 30th of February'), so its looks are counted, not what it finds.
  const fits = iterator.check_contracting_rules.bind(iterator);
  let steps = 0;
  const count = () => {
    if (++steps > MOST_STEPS_OF_A_RULE || budget.steps-- <= 0)
      throw new UnreadableEvent('a rule without end');
  };
  iterator.check_contracting_rules = () => {
    count();
    return fits();
  };
  for (;;) {
    count();
    const next = iterator.next();
    if (!next) return;
    const wall = wallOf(next);
    const instant = start.clock(wall);
    if (instant >= window.end) return;
    if (last !== null && instant > last) return;
    if (lastWall !== null && wall > lastWall) return;
    yield wall;
  }
}

/**
 * Every occurrence of an event that may touch the window, its exceptions left out, each once.
 * @throws UnreadableEvent for a rule that makes no sense, or too much of it
 */
export function occurrencesOf(
  event: BusyEvent,
  window: Interval,
  clocks: Clocks,
  budget: Budget,
): Occurrence[] {
  const { start, span } = event;
  const excludedDays = new Set(
    event.excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall as number),
  );
  const excluded = new Set(event.excluded.filter(({ isDate }) => !isDate).map(instantOfMoment));
  const found = new Map<Instant, Occurrence>();
  const add = (moment: Moment, length: Span) => {
    const instant = instantOfMoment(moment);
    const end = addSpan(moment, length);
    if (instant >= window.end || end <= window.start) return;
    if (excluded.has(instant) || excludedDays.has(dayOf(moment.wall))) return;
    found.set(instant, { moment, start: instant, span: length });
  };
  add(start, span);
  for (const { start: moment, span: own } of event.extra) add(moment, own ?? span);
  for (const rule of event.rules) {
    try {
      for (const wall of wallTimes(rule, event, window, clocks, budget)) add({ ...start, wall }, span);
    } catch (error) {
      // The library throws a bare Error for an invalid rule.
      throw error instanceof UnreadableEvent ? error : new UnreadableEvent(String(error));
    }
  }
  return [...found.values()];
}
