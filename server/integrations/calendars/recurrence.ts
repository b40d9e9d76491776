import { RRuleTemporal } from 'rrule-temporal';
import { MILLIS_PER_DAY, MILLIS_PER_HOUR, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import {
  choosesDaysTwice,
  type RuleOptions,
  type RuleParts,
  timesOfYears,
  WEEKDAYS,
} from './recurrence-of-years.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/**
 * A recurrence rule (RFC 5545, 3.3.10), checked. `until` is still text: its clock is the event's.
 */
export interface RecurrenceRule {
  readonly parts: RuleParts;
  readonly until: string | null;
  /** As the calendar has it. */
  readonly text: string;
}

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;

/** A whole number whose distance from zero lies between the two. */
function numbers(text: string, least: number, most: number, negative = false): number[] {
  return text.split(',').map((item) => {
    const value = /^[+-]?\d{1,9}$/.test(item) ? Number(item) : Number.NaN;
    if (!(Math.abs(value) >= least && Math.abs(value) <= most) || (value < 0 && !negative)) {
      throw new RangeError(item);
    }
    return value;
  });
}
const single = (text: string): number => {
  const [value = 1] = numbers(text, 1, 999_999_999);
  return value;
};

function weekdays(text: string): string[] {
  return text.split(',').map((item) => {
    const [, place = '1', day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    numbers(place, 1, 53, true);
    if (!WEEKDAYS.includes(day)) throw new RangeError(item);
    return item;
  });
}

/**
 * How each part is read. The library drops values out of range, which would turn a rule into
 * another.
 */
const PARTS: Readonly<Record<string, (value: string) => Partial<RuleOptions>>> = {
  FREQ: (value) => {
    const freq = FREQUENCIES.find((frequency) => frequency === value);
    if (freq === undefined) throw new RangeError(value);
    return { freq };
  },
  INTERVAL: (value) => ({ interval: single(value) }),
  COUNT: (value) => ({ count: single(value) }),
  BYSECOND: (value) => ({ bySecond: numbers(value, 0, 60).map((second) => Math.min(59, second)) }),
  BYMINUTE: (value) => ({ byMinute: numbers(value, 0, 59) }),
  BYHOUR: (value) => ({ byHour: numbers(value, 0, 23) }),
  BYDAY: (value) => ({ byDay: weekdays(value) }),
  BYMONTHDAY: (value) => ({ byMonthDay: numbers(value, 1, 31, true) }),
  BYYEARDAY: (value) => ({ byYearDay: numbers(value, 1, 366, true) }),
  BYWEEKNO: (value) => ({ byWeekNo: numbers(value, 1, 53, true) }),
  BYMONTH: (value) => ({ byMonth: numbers(value, 1, 12) }),
  BYSETPOS: (value) => ({ bySetPos: numbers(value, 1, 366, true) }),
  WKST: (value) => ({ wkst: weekdays(value).join() }),
  RSCALE: (value) => ({ rscale: value }),
  SKIP: (value) => {
    if (value !== 'OMIT' && value !== 'BACKWARD' && value !== 'FORWARD') throw new RangeError(value);
    return { skip: value };
  },
};

/** @throws RangeError */
function readParts(text: string): { parts: Partial<RuleOptions>; until: string | null } {
  const parts: Partial<RuleOptions> = {};
  let until: string | null = null;
  for (const item of text.toUpperCase().replace(/\s/g, '').split(';')) {
    const [name = '', value = ''] = item.split('=');
    const read = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (value === '' && (name === '' || name === 'UNTIL' || read)) continue;
    if (name === 'UNTIL') until = value;
    else if (read) Object.assign(parts, read(value));
    // A part that nobody knows would narrow or widen the rule in a way that nobody knows.
    else if (!name.startsWith('X-')) throw new RangeError(item);
  }
  return { parts, until };
}

/**
 * Reads the value of an RRULE, in capitals or not.
 * @returns null for an empty one, which repeats nothing
 * @throws UnreadableEvent bad_rule
 */
export function readRule(text: string): RecurrenceRule | null {
  try {
    const { parts, until } = readParts(text);
    const { freq, ...others } = parts;
    if (freq !== undefined) return { parts: { freq, ...others }, until, text };
    if (until !== null || Object.keys(others).length > 0) throw new RangeError('no FREQ');
    return null;
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableEvent('bad_rule', text);
    throw error;
  }
}

/**
 * Rounds of a rule, beyond the library's own limit of 10,000: a daily rule that counts for decades
 * reaches it. A rule by the minute passes it within the year that is read, and no calendar of a
 * person repeats so often.
 */
const MOST_ROUNDS = 30_000;

const inUtc = (wall: number) => ({
  timeZoneId: 'UTC',
  toString: () => `${new Date(wall).toISOString()}[UTC]`,
});

/** The steps of rules that do nothing but repeat. */
const STEPS: Partial<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: MILLIS_PER_MINUTE,
  HOURLY: MILLIS_PER_HOUR,
  DAILY: MILLIS_PER_DAY,
  WEEKLY: 7 * MILLIS_PER_DAY,
};

/**
 * The times of a rule that names a step and nothing else, which is plain reckoning: the library
 * takes a second to find that one by the minute is endless.
 * @returns null for other rules
 * @throws UnreadableEvent endless_rule
 */
function steadyTimes({ parts, text }: RecurrenceRule, start: number, from: number, to: number) {
  const { freq = '', interval = 1, count = Number.POSITIVE_INFINITY, wkst: _, ...others } = parts;
  const unit = STEPS[freq];
  if (unit === undefined || Object.keys(others).length > 0) return null;
  const step = unit * interval;
  const first = Math.max(0, Math.ceil((from - start) / step));
  const last = Math.min(count - 1, Math.floor((to - start) / step));
  if (last - first >= MOST_ROUNDS) throw new UnreadableEvent('endless_rule', text);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => start + (first + index) * step);
}

/**
 * The wall times of a rule between two others, both included, in order. The library reckons in UTC,
 * which has every wall time once: what a zone makes of them is its clock's to say.
 * @param wall DTSTART, which need not be one of them
 * @throws UnreadableEvent bad_rule, endless_rule
 */
export function wallTimesOf(
  rule: RecurrenceRule,
  { wall: start, isDate }: { wall: WallTime; isDate: boolean },
  from: number,
  to: number,
): WallTime[] {
  if (to < start || to < from) return [];
  const { parts, text } = rule;
  const steady = steadyTimes(rule, start, from, to);
  if (steady !== null) return steady as WallTime[];
  if (choosesDaysTwice(parts)) return timesOfYears(parts, { wall: start, isDate }, from, to);
  // A day has no hours to choose from.
  const { byHour, byMinute, bySecond, ...ofDays } = parts;
  const options = { ...(isDate ? ofDays : parts), dtstart: inUtc(start), cache: false };
  const first = new Date(Math.max(from, start - MILLIS_PER_DAY));
  // A limit of one's own switches the library's short cuts off: only what exceeds the usual one is
  // given more, and nothing by the minute or the second.
  const patient = parts.freq !== 'MINUTELY' && parts.freq !== 'SECONDLY';
  for (const limits of patient ? [{}, { maxIterations: MOST_ROUNDS }] : [{}]) {
    try {
      const repeated = new RRuleTemporal({ ...options, ...limits });
      return repeated.between(first, new Date(to), true).map((time) => time.epochMilliseconds as WallTime);
    } catch (error) {
      // The library throws a bare Error: for its limits, and for a scale (RSCALE) that the runtime
      // lacks.
      if (!(error instanceof Error)) throw error;
      if (!/^Maximum/.test(error.message)) throw new UnreadableEvent('bad_rule', text);
    }
  }
  throw new UnreadableEvent('endless_rule', text);
}
