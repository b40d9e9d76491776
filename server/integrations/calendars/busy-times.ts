import { type Instant, later } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { ZoneName } from '#domain/time/zone.ts';
import { CalendarFault } from './calendar-fault.ts';
import { addSpan, type BusyEvent, instantOfMoment, readEvent } from './ics-events.ts';
import { readIcs } from './ics-lines.ts';
import { type Clocks, clocksOf, UnreadableEvent } from './ics-times.ts';
import { isOwnUid } from './invitation.ts';
import { type Budget, dayOf, occurrencesOf } from './occurrences.ts';

export interface BusyQuestion {
  /** Events outside of it are left out, and those across its edges are cut. */
  window: Interval;
  /** The streamer's: when days begin, and times that name no zone. */
  zone: ZoneName;
  /** The host of our own events' UIDs. A session of ours that comes back through somebody's calendar is no other appointment. */
  ownHost: string | null;
}

export interface BusyTimes {
  /** In order, apart from each other, none of them empty. */
  busy: Interval[];
  /** How many events the calendar has, those left out included. */
  events: number;
  /** How many of them could not be read. */
  skipped: number;
}

/** Over the whole calendar: some two seconds of work. */
const MOST_STEPS = 400_000;
const MOST_INTERVALS = 50_000;
/** Apart from each other, some 25 a day. */
const MOST_BUSY = 10_000;

/**
 * The busy times of a calendar.
 * @throws CalendarFault malformed or too_complex when it cannot be told as a whole; nothing else
 */
export function busyTimes(text: string, { window, zone, ownHost }: BusyQuestion): BusyTimes {
  const { events, zones, zoneName } = readIcs(text);
  const clocks = clocksOf(zones, zoneName, zone);
  let skipped = 0;
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnreadableEvent || error instanceof RangeError)) throw error;
      skipped++; // a RangeError: its times lead beyond what a date can hold
      return null;
    }
  };

  const series: BusyEvent[] = [];
  const replacements = new Map<string, BusyEvent[]>();
  for (const lines of events) {
    if (lines === null) skipped++;
    const event = lines && attempt(() => readEvent(lines, clocks));
    if (!event || (ownHost !== null && isOwnUid(event.uid, ownHost))) continue;
    if (event.replaces === null) series.push(event);
    else replacements.set(event.uid, [...(replacements.get(event.uid) ?? []), event]);
  }
  const found: Interval[] = [];
  const budget: Budget = { steps: MOST_STEPS };
  const unbroken = new Set<string>();
  for (const event of series) {
    unbroken.add(event.uid);
    const own = event.uid === '' ? [] : (replacements.get(event.uid) ?? []);
    found.push(...(attempt(() => busyOf(event, own, window, clocks, budget)) ?? []));
    if (budget.steps <= 0 || found.length > MOST_INTERVALS) throw new CalendarFault('too_complex');
  }
  for (const [uid, lone] of replacements) {
    // Exports leave out the series of an occurrence to which one was invited alone.
    if (unbroken.has(uid)) continue;
    for (const event of newest(lone)) {
      found.push(...(attempt(() => busyOf(event, [], window, clocks, budget)) ?? []));
    }
  }
  const busy = merged(found, window);
  if (busy.length > MOST_BUSY) throw new CalendarFault('too_complex');
  return { busy, events: events.length, skipped };
}

/** Of several versions of one replacement, the last. */
function newest(replacements: readonly BusyEvent[]): BusyEvent[] {
  const byOccurrence = new Map<Instant, BusyEvent>();
  for (const event of replacements) {
    if (!event.replaces) continue;
    const at = instantOfMoment(event.replaces.at);
    const known = byOccurrence.get(at);
    if (!known || event.sequence >= known.sequence) byOccurrence.set(at, event);
  }
  return [...byOccurrence.values()];
}

/** The busy times of a series, or of a single event: its occurrences, each as its replacement says where there is one. */
function busyOf(
  event: BusyEvent,
  replacements: readonly BusyEvent[],
  window: Interval,
  clocks: Clocks,
  budget: Budget,
): Interval[] {
  const current = newest(replacements);
  const single = new Set<number>();
  const singleDays = new Set<number>();
  const following: { from: Instant; by: BusyEvent }[] = [];
  const found: Interval[] = [];
  for (const replacement of current) {
    if (!replacement.replaces) continue;
    const { at, andFollowing } = replacement.replaces;
    // Some programs name the occurrence of a time by its day alone.
    if (at.isDate) singleDays.add(at.wall);
    else single.add(instantOfMoment(at));
    if (andFollowing) following.push({ from: instantOfMoment(at), by: replacement });
    const { start, span, busy } = replacement;
    if (busy) found.push({ start: instantOfMoment(start), end: addSpan(start, span) });
  }
  following.sort((a, b) => b.from - a.from);
  for (const { moment, start, span } of occurrencesOf(event, window, clocks, budget)) {
    if (single.has(start) || singleDays.has(dayOf(moment.wall))) continue;
    const change = following.find(({ from }) => from < start);
    if (change) {
      const shift = instantOfMoment(change.by.start) - change.from;
      const moved = later(start, shift);
      const length = addSpan(change.by.start, change.by.span) - instantOfMoment(change.by.start);
      if (change.by.busy) found.push({ start: moved, end: later(moved, length) });
    } else if (event.busy) found.push({ start, end: addSpan(moment, span) });
  }
  return found;
}

/** Sorted, cut to the window, what touches joined. */
function merged(intervals: Interval[], window: Interval): Interval[] {
  const joined: { start: Instant; end: Instant }[] = [];
  for (const interval of intervals.sort((a, b) => a.start - b.start)) {
    const start = Math.max(interval.start, window.start) as Instant;
    const end = Math.min(interval.end, window.end) as Instant;
    const last = joined.at(-1);
    if (last && start <= last.end && end > start) last.end = Math.max(last.end, end) as Instant;
    else if (end > start) joined.push({ start, end });
  }
  return joined;
}
