import { RRuleTemporal } from 'rrule-temporal';
import { MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import { UnreadableEvent } from './unreadable-event.ts';

type RuleOptions = ReturnType<RRuleTemporal['options']>;

/**
 * A recurrence rule (RFC 5545, 3.3.10), checked. `until` is still text: its clock is the event's.
 */
export interface RecurrenceRule {
  readonly parts: Omit<RuleOptions, 'dtstart' | 'until' | 'rDate' | 'exDate'>;
  readonly until: string | null;
  /** As the calendar has it. */
  readonly text: string;
}

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

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

/**
 * Whether a day is one of a rule's: a weekday, or a numbered one of its year (of its month, where
 * the rule names months).
 */
function isOn(byDay: readonly string[], inMonth: boolean, wall: number): boolean {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = inMonth ? Date.UTC(year, month, 1) : Date.UTC(year, 0, 1);
  const after = inMonth ? Date.UTC(year, month + 1, 1) : Date.UTC(year + 1, 0, 1);
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7];
  const nth = Math.floor((wall - first) / (7 * MILLIS_PER_DAY)) + 1;
  const nthToLast = -Math.ceil((after - wall) / (7 * MILLIS_PER_DAY));
  return byDay.some((item) => {
    const place = Number(item.slice(0, -2) || 0);
    return item.endsWith(weekday ?? '') && (place === 0 || place === nth || place === nthToLast);
  });
}

/**
 * A yearly rule that names days of the month or the year, and weekdays: of those days it means the
 * ones that are such weekdays (RFC 5545, 3.3.10, notes 1 and 2). The library takes either for the
 * other's supplement, so the weekdays are chosen here, and what counts them.
 */
function yearlyOnWeekdays(
  { parts, text }: RecurrenceRule,
  start: WallTime,
  from: number,
  to: number,
): WallTime[] {
  const { byDay = [], count, bySetPos, ...others } = parts;
  // Whole years, since a position counts from the beginning of one, and the hour of the event.
  const begin = (wall: number) => Date.UTC(new Date(wall).getUTCFullYear(), 0, 1);
  const first = (begin(start) + (start - Math.floor(start / MILLIS_PER_DAY) * MILLIS_PER_DAY)) as WallTime;
  const all = wallTimesOf(
    { parts: others, text, until: null },
    { wall: first, isDate: false },
    count === undefined ? begin(from) : first,
    begin(to) + 366 * MILLIS_PER_DAY,
  );
  const byYear = new Map<number, WallTime[]>();
  for (const wall of all.filter((time) => isOn(byDay, parts.byMonth !== undefined, time))) {
    const year = new Date(wall).getUTCFullYear();
    byYear.set(year, [...(byYear.get(year) ?? []), wall]);
  }
  const chosen = [...byYear.values()].flatMap((walls) =>
    bySetPos === undefined
      ? walls
      : walls.filter((_, index) =>
          bySetPos.some((place) => index === (place > 0 ? place - 1 : walls.length + place)),
        ),
  );
  const counted = chosen.filter((wall) => wall >= start).slice(0, count);
  return counted.filter((wall) => wall >= from && wall <= to);
}

/**
 * The wall times of a rule between two others, both included, in order. The library reckons in UTC,
 * which has every wall time once: what a zone makes of them is its clock's to say.
 * @param wall DTSTART, which need not be one of them
 * @throws UnreadableEvent bad_rule, endless_rule
 */
export function wallTimesOf(
  { parts, text, until }: RecurrenceRule,
  { wall: start, isDate }: { wall: WallTime; isDate: boolean },
  from: number,
  to: number,
): WallTime[] {
  if (to < start || to < from) return [];
  const { freq, byDay, byMonthDay, byYearDay } = parts;
  if (freq === 'YEARLY' && byDay && (byMonthDay || byYearDay)) {
    return yearlyOnWeekdays({ parts, text, until }, start, from, to);
  }
  // A day has no hours to choose from.
  const { byHour, byMinute, bySecond, ...ofDays } = parts;
  const options = { ...(isDate ? ofDays : parts), dtstart: inUtc(start), cache: false };
  const first = new Date(Math.max(from, start - MILLIS_PER_DAY));
  // A limit of one's own switches the library's short cuts off: only what exceeds the usual one is
  // given more.
  for (const limits of [{}, { maxIterations: MOST_ROUNDS }]) {
    try {
      const rule = new RRuleTemporal({ ...options, ...limits });
      return rule.between(first, new Date(to), true).map((time) => time.epochMilliseconds as WallTime);
    } catch (error) {
      // The library throws a bare Error: for its limits, and for a scale (RSCALE) that the runtime
      // lacks.
      if (!(error instanceof Error)) throw error;
      if (!/^Maximum/.test(error.message)) throw new UnreadableEvent('bad_rule', text);
    }
  }
  throw new UnreadableEvent('endless_rule', text);
}
