import { type Instant, later, MILLIS_PER_DAY } from '#domain/time/instant.ts';
import type { WallTime } from '#domain/time/wall-time.ts';
import type { IcsProperty } from './ics-lines.ts';
import {
  type Clocks,
  type Moment,
  readDuration,
  readMoment,
  type Span,
  UnreadableEvent,
} from './ics-times.ts';

/** A further start of an event, with a length of its own when RDATE gave a period. */
export interface ExtraStart {
  start: Moment;
  span: Span | null;
}

/** An event, its values read. */
export interface BusyEvent {
  /** Empty when it has none. */
  uid: string;
  sequence: number;
  /** Whether its times are busy: neither cancelled nor shown as free. */
  busy: boolean;
  start: Moment;
  span: Span;
  rules: readonly string[];
  extra: readonly ExtraStart[];
  excluded: readonly Moment[];
  /** Set for an event that replaces one occurrence of another, or all occurrences from it on. */
  replaces: { at: Moment; andFollowing: boolean } | null;
}

export const addSpan = ({ wall, clock }: Moment, { days, millis }: Span): Instant =>
  later(clock((wall + days * MILLIS_PER_DAY) as WallTime), millis);

export const instantOfMoment = ({ wall, clock }: Moment): Instant => clock(wall);

/** The length from one time to another: whole days between days, else the time that passes. */
function between(start: Moment, end: Moment): Span {
  const span =
    start.isDate && end.isDate
      ? { days: (end.wall - start.wall) / MILLIS_PER_DAY, millis: 0 }
      : { days: 0, millis: instantOfMoment(end) - instantOfMoment(start) };
  if (span.days < 0 || span.millis < 0) throw new UnreadableEvent('ends before it begins');
  return span;
}

function extraStart(text: string, params: IcsProperty['params'], clocks: Clocks): ExtraStart {
  const [from = '', to] = text.split('/');
  const start = readMoment(from, params, clocks);
  if (to === undefined) return { start, span: null };
  const span = /^\+?P/i.test(to) ? readDuration(to) : between(start, readMoment(to, params, clocks));
  return { start, span };
}

/**
 * Reads an event's lines.
 * @throws UnreadableEvent when one that matters makes no sense
 */
export function readEvent(lines: readonly IcsProperty[], clocks: Clocks): BusyEvent {
  const all = (name: string) => lines.filter((line) => line.name === name);
  const one = (name: string) => lines.find((line) => line.name === name);
  const is = (name: string, value: string) => one(name)?.value.toUpperCase() === value;
  const moment = ({ value, params }: IcsProperty) => readMoment(value, params, clocks);
  const list = (name: string) =>
    all(name).flatMap(({ value, params }) =>
      value
        .split(',')
        .filter((item) => item !== '')
        .map((item) => ({ item, params })),
    );

  const from = one('DTSTART');
  if (!from) throw new UnreadableEvent('no DTSTART');
  const start = moment(from);
  const [until, lasts, id] = [one('DTEND'), one('DURATION'), one('RECURRENCE-ID')];
  // Without an end a day lasts a day, and a time no time at all (3.6.1).
  let span: Span = { days: start.isDate ? 1 : 0, millis: 0 };
  if (until) span = between(start, moment(until));
  else if (lasts) span = readDuration(lasts.value);
  return {
    uid: one('UID')?.value ?? '',
    sequence: Number(one('SEQUENCE')?.value) || 0,
    busy:
      !is('STATUS', 'CANCELLED') && !is('TRANSP', 'TRANSPARENT') && !is('X-MICROSOFT-CDO-BUSYSTATUS', 'FREE'),
    start,
    span,
    rules: all('RRULE').map(({ value }) => value),
    extra: list('RDATE').map(({ item, params }) => extraStart(item, params, clocks)),
    excluded: list('EXDATE').map(({ item, params }) => readMoment(item, params, clocks)),
    replaces: id
      ? { at: moment(id), andFollowing: id.params.RANGE?.toUpperCase() === 'THISANDFUTURE' }
      : null,
  };
}
