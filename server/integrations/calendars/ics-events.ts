import { type Instant, later, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import type { IcsProperty } from './ics-property.ts';
import {
  type Clocks,
  type Length,
  type Moment,
  readDuration,
  readMoment,
  type ZoneDoubt,
} from './ics-times.ts';
import { type RecurrenceRule, readRule } from './recurrence.ts';
import { UnreadableEvent } from './unreadable-event.ts';

/** A further start of an event, with a length of its own when RDATE gave a period. */
export interface ExtraStart {
  start: Moment;
  length: Length | null;
}

/** The fields that decide which of several versions of one event counts (RFC 5546, 2.1.5). */
export interface Revision {
  sequence: number;
  /** DTSTAMP as written, which sorts as it counts; empty when it has none. */
  stamp: string;
}

/** An event, its values read. */
export interface BusyEvent extends Revision {
  /** Empty when it has none. */
  uid: string;
  /** Whether its times are busy: neither cancelled, nor shown as free, nor declined. */
  busy: boolean;
  cancelled: boolean;
  start: Moment;
  length: Length;
  rules: readonly RecurrenceRule[];
  /** The rules of times that it leaves out (EXRULE of RFC 2445, which some programs still write). */
  exceptRules: readonly RecurrenceRule[];
  extra: readonly ExtraStart[];
  excluded: readonly Moment[];
  /** Set for an event that replaces one occurrence of another, or all occurrences from it on. */
  replaces: { at: Moment; andFollowing: boolean } | null;
  /** The doubt about a zone of its times; null when there is none. */
  doubt: ZoneDoubt | null;
  /** The parts that could not be read, while the rest could. */
  flaws: readonly UnreadableEvent[];
}

/** The owner and the nature of the calendar: they decide whether an event is theirs. */
export interface EventContext {
  clocks: Clocks;
  /** In small letters. */
  addresses: ReadonlySet<string>;
  /** A message that cancels (METHOD:CANCEL) does so whatever its events say. */
  cancels: boolean;
}

/** When a moment that lies so much later comes. */
export function addLength({ wall, isDate, clock, ends }: Moment, { days, millis }: Length): Instant {
  const shown = isDate && days > 0 ? ends : clock;
  return later(shown((wall + days * MILLIS_PER_DAY) as WallTime), millis);
}

export const instantOfMoment = ({ wall, clock }: Moment): Instant => clock(wall);

/**
 * The length from one time to another: whole days between days, else the time that passes. An end
 * before its start is the second of a repeated hour where that lies behind it; a day that ends
 * before it begins is that day.
 */
function between(start: Moment, end: Moment): Length {
  if (start.isDate && end.isDate)
    return { days: Math.max(1, (end.wall - start.wall) / MILLIS_PER_DAY), millis: 0 };
  const from = instantOfMoment(start);
  const passed = [false, true].map((again) => end.clock(end.wall, again) - from);
  const millis = passed.find((time) => time >= 0);
  if (millis !== undefined) return { days: 0, millis };
  if (start.isDate) return { days: 1, millis: 0 };
  throw new UnreadableEvent('bad_length', 'ends before it begins');
}

/**
 * A day lasts a day at least: phones and mail programs show it so, and PT24H of a day is the day,
 * short or long.
 */
function lengthOfDays({ days, millis }: Length): Length {
  const whole = days + Math.floor(millis / MILLIS_PER_DAY);
  const left = millis % MILLIS_PER_DAY;
  return whole === 0 && left === 0 ? { days: 1, millis: 0 } : { days: whole, millis: left };
}

function extraStart(text: string, read: (value: string) => Moment): ExtraStart {
  const [from = '', to] = text.split('/');
  const start = read(from);
  if (to === undefined) return { start, length: null };
  return { start, length: /^\+?P/i.test(to) ? readDuration(to) : between(start, read(to)) };
}

/** More than people write: each rule is worked out by itself. */
const MOST_RULES = 20;

/** @throws UnreadableEvent bad_exception */
function exceptRule(text: string): RecurrenceRule | null {
  try {
    return readRule(text);
  } catch (error) {
    throw error instanceof UnreadableEvent ? new UnreadableEvent('bad_exception', text) : error;
  }
}

/** An address without `mailto:`, in small letters. */
const addressOf = (line: IcsProperty): string =>
  (line.params.EMAIL ?? line.value)
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();

/**
 * Whether the calendar's owner declined. Where none of the guests is known to be the owner, an
 * event that all guests declined is one: it stands in the calendar of somebody who was invited.
 */
function isDeclined(lines: readonly IcsProperty[], addresses: ReadonlySet<string>): boolean {
  const guests = lines.filter(
    ({ name, params }) => name === 'ATTENDEE' && !/^(?:ROOM|RESOURCE)$/i.test(params.CUTYPE ?? ''),
  );
  const declined = (guest: IcsProperty) => guest.params.PARTSTAT?.toUpperCase() === 'DECLINED';
  const own = guests.filter((guest) => addresses.has(addressOf(guest)));
  if (own.length > 0) return own.every(declined);
  const organiser = lines.find(({ name }) => name === 'ORGANIZER');
  if (organiser && addresses.has(addressOf(organiser))) return false;
  return guests.length > 0 && guests.every(declined);
}

/**
 * Reads an event's lines.
 * @throws UnreadableEvent when it cannot be said when it is
 */
export function readEvent(
  lines: readonly IcsProperty[],
  { clocks, addresses, cancels }: EventContext,
): BusyEvent {
  const all = (name: string) => lines.filter((line) => line.name === name);
  const one = (name: string) => lines.find((line) => line.name === name);
  const is = (name: string, value: string) => one(name)?.value.toUpperCase() === value;
  const moment = ({ value, params }: IcsProperty) => readMoment(value, params, clocks);
  const flaws: UnreadableEvent[] = [];
  const attempt = <T>(work: () => T): T[] => {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      flaws.push(error);
      return [];
    }
  };
  const list = <T>(name: string, read: (item: string, params: IcsProperty['params']) => T): T[] =>
    all(name).flatMap(({ value, params }) =>
      value.split(',').flatMap((item) => (item.trim() === '' ? [] : attempt(() => read(item, params)))),
    );

  const rulesOf = (name: string, read: typeof readRule): RecurrenceRule[] => {
    const texts = [...new Set(all(name).map(({ value }) => value))];
    if (texts.length > MOST_RULES) flaws.push(new UnreadableEvent('too_many_rules', String(texts.length)));
    return texts
      .slice(0, MOST_RULES)
      .flatMap((text) => attempt(() => read(text)).filter((rule) => rule !== null));
  };

  const cancelled = cancels || is('STATUS', 'CANCELLED');
  const id = one('RECURRENCE-ID');
  // A message that cancels need not say when the event would have been.
  const from = one('DTSTART') ?? (cancelled ? id : undefined);
  if (!from) throw new UnreadableEvent('no_start', 'no DTSTART');
  const start = moment(from);
  const end = one('DTEND');
  const until = end ? moment(end) : null;
  const lasts = one('DURATION');
  // Without an end a time lasts no time at all (3.6.1).
  let length: Length = { days: 0, millis: 0 };
  if (until) length = between(start, until);
  else if (lasts) length = readDuration(lasts.value);
  // A time without a zone beside a start that has one is in the start's zone.
  const beside = (item: string, params: IcsProperty['params']): Moment => {
    const read = readMoment(item, params, clocks);
    return read.floats && !start.isDate ? { ...read, clock: start.clock, ends: start.ends } : read;
  };
  return {
    uid: one('UID')?.value ?? '',
    sequence: Number(one('SEQUENCE')?.value) || 0,
    stamp: one('DTSTAMP')?.value ?? '',
    cancelled,
    busy:
      !cancelled &&
      !is('TRANSP', 'TRANSPARENT') &&
      !is('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE') &&
      !isDeclined(lines, addresses),
    start,
    length: start.isDate ? lengthOfDays(length) : length,
    rules: rulesOf('RRULE', readRule),
    exceptRules: rulesOf('EXRULE', exceptRule),
    extra: list('RDATE', (item, params) => extraStart(item, (value) => beside(value, params))),
    excluded: list('EXDATE', beside),
    replaces: id
      ? { at: moment(id), andFollowing: id.params.RANGE?.toUpperCase() === 'THISANDFUTURE' }
      : null,
    doubt: start.doubt ?? until?.doubt ?? null,
    flaws,
  };
}

/** The version of an event by its lines, and whose it is. */
export function revisionOf(lines: readonly IcsProperty[]): Revision & { uid: string } {
  const value = (name: string) => lines.find((line) => line.name === name)?.value ?? '';
  return { uid: value('UID'), sequence: Number(value('SEQUENCE')) || 0, stamp: value('DTSTAMP') };
}

/** No zone is further from another than this. */
const ZONES_APART = 2 * MILLIS_PER_DAY;

/**
 * True for an event that certainly does not touch the window, whatever the zones of its times, and
 * changes no series: a cheap look, since most events of an old calendar are past.
 */
export function isOutside(lines: readonly IcsProperty[], window: Interval): boolean {
  let [start, end, lasts] = [Number.NaN, Number.NaN, 0];
  for (const { name, value } of lines) {
    if (name === 'RRULE' || name === 'RDATE' || name === 'RECURRENCE-ID') return false;
    if (name === 'DTSTART') start = dayWritten(value);
    else if (name === 'DTEND') end = dayWritten(value);
    else if (name === 'DURATION') lasts = daysWritten(value);
  }
  const last = Number.isNaN(end) ? start + lasts : end;
  // NaN, for what cannot be read, is neither before nor after.
  return (
    start > window.end + ZONES_APART || (last >= start && last + MILLIS_PER_DAY < window.start - ZONES_APART)
  );
}

const dayWritten = (value: string): number => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T|$)/.exec(value) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
};

function daysWritten(value: string): number {
  try {
    const { days, millis } = readDuration(value);
    return days * MILLIS_PER_DAY + millis;
  } catch (error) {
    if (error instanceof UnreadableEvent) return Number.NaN;
    throw error;
  }
}
