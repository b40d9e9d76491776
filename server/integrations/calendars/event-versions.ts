import { type Instant, later, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { WallTime } from '#product/shared/time/wall-time.ts';
import type { Flaws } from './collect-flaws.ts';
import { addLength, type BusyEvent, instantOfMoment, type Revision } from './ics-events.ts';
import { type Length, type Moment, readDateTime } from './ics-times.ts';
import { type RecurrenceRule, wallTimesOf } from './recurrence.ts';
import { UnreadableEvent } from './unreadable-event.ts';

interface Occurrence {
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
const besideSeries = (moment: Moment, series: Moment): Moment =>
  moment.floats && !series.isDate ? { ...moment, clock: series.clock, ends: series.ends } : moment;

/**
 * Whether an occurrence of an event is one of the moments (of EXDATE, of RECURRENCE-ID): at the
 * same instant, whatever the zone in which it is written; on the same day, when either has no time.
 */
function namedBy(moments: readonly Moment[], series: Moment): (occurrence: Occurrence) => boolean {
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
function occurrencesOf(
  event: BusyEvent,
  window: Interval,
  flawed: (flaw: UnreadableEvent) => void,
): Occurrence[] {
  const { start, length } = event;
  const isExcluded = namedBy(event.excluded, start);
  const found = new Map<Instant, Occurrence>();
  const add = (moment: Moment, long: Length) => {
    const occurrence = { moment, start: instantOfMoment(moment), length: long };
    if (occurrence.start >= window.end || addLength(moment, long) <= window.start) return;
    if (!isExcluded(occurrence)) found.set(occurrence.start, occurrence);
  };
  add(start, length);
  for (const { start: moment, length: own } of event.extra) add(moment, own ?? length);
  for (const rule of event.rules) {
    try {
      for (const wall of wallTimesIn(rule, event, window)) add({ ...start, wall }, length);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      flawed(error);
    }
  }
  return [...found.values()];
}

/**
 * The events of one UID: the latest versions of its series or single event, and its occurrences
 * that were changed.
 */
export interface EventVersions {
  latest: Revision;
  series: BusyEvent[];
  changes: BusyEvent[];
}

/**
 * Positive when the first is the later version (RFC 5546, 2.1.5). Two of which none is later are
 * two events under one UID, as careless programs write them.
 */
function compareRevisions(a: Revision, b: Revision): number {
  if (a.sequence !== b.sequence) return a.sequence - b.sequence;
  if (a.stamp === '' || b.stamp === '' || a.stamp === b.stamp) return 0;
  return a.stamp > b.stamp ? 1 : -1;
}

/**
 * Adds a version. One without an event lies outside of what is read, and only ends earlier ones.
 */
export function addVersion(versions: EventVersions, revision: Revision, event: BusyEvent | null): void {
  if (event?.replaces) {
    versions.changes.push(event);
    return;
  }
  const order = compareRevisions(revision, versions.latest);
  if (order < 0) return;
  if (order > 0) [versions.latest, versions.series] = [revision, []];
  if (event) versions.series.push(event);
}

/** Of several versions of one change, the last. */
function newestOf(changes: readonly BusyEvent[], series: BusyEvent | null): BusyEvent[] {
  const byOccurrence = new Map<Instant, BusyEvent>();
  for (const event of changes) {
    if (!event.replaces) continue;
    const { at } = event.replaces;
    const instant = instantOfMoment(series === null ? at : besideSeries(at, series.start));
    const known = byOccurrence.get(instant);
    if (!known || compareRevisions(event, known) >= 0) byOccurrence.set(instant, event);
  }
  return [...byOccurrence.values()];
}

/** The busy times of what one UID names, those outside of the window perhaps among them. */
export function busyTimesOf(
  { latest, series, changes }: EventVersions,
  window: Interval,
  flaws: Flaws,
): Interval[] {
  // A series that was cancelled after a change takes it along.
  const ended = series.some(({ cancelled }) => cancelled);
  const valid = ended ? changes.filter(({ sequence }) => sequence >= latest.sequence) : changes;
  // Exports leave out the series of an occurrence to which one was invited alone.
  if (series.length === 0)
    return newestOf(valid, null).flatMap((event) => busyTimesOfSeries(event, [], window, flaws));
  return series.flatMap((event) => busyTimesOfSeries(event, newestOf(valid, event), window, flaws));
}

/**
 * The busy times of a series, or of a single event: its occurrences, each as its change says where
 * there is one.
 */
function busyTimesOfSeries(
  event: BusyEvent,
  changes: readonly BusyEvent[],
  window: Interval,
  flaws: Flaws,
): Interval[] {
  const found: Interval[] = [];
  const isChanged = namedBy(
    changes.flatMap(({ replaces }) => (replaces ? [replaces.at] : [])),
    event.start,
  );
  const following = changes
    .flatMap((change) => {
      const at = change.replaces?.andFollowing ? besideSeries(change.replaces.at, event.start) : null;
      return at ? [{ from: instantOfMoment(at), by: change }] : [];
    })
    .sort((a, b) => a.from - b.from);
  for (const change of changes) {
    const { start, length, busy } = change;
    const times = { start: instantOfMoment(start), end: addLength(start, length) };
    if (busy) found.push(times);
    tell(change, [], busy && touches(times, window), flaws);
  }
  const own: UnreadableEvent[] = [];
  let closes = false;
  // A free event has no occurrences to look for.
  const occurrences =
    event.busy || following.length > 0 ? occurrencesOf(event, window, (flaw) => own.push(flaw)) : [];
  for (const occurrence of occurrences) {
    const { moment, start, length } = occurrence;
    if (isChanged(occurrence)) continue;
    const change = lastBefore(following, start);
    if (change) {
      const moved = later(start, instantOfMoment(change.by.start) - change.from);
      const lasts = addLength(change.by.start, change.by.length) - instantOfMoment(change.by.start);
      if (change.by.busy) found.push({ start: moved, end: later(moved, lasts) });
    } else if (event.busy) {
      closes = true;
      found.push({ start, end: addLength(moment, length) });
    }
  }
  tell(event, own, closes, flaws);
  return found;
}

const touches = (times: Interval, window: Interval) => times.start < window.end && times.end > window.start;

/**
 * Tells what of an event could not be read; that its zone is unknown matters only where it closes
 * something.
 */
function tell(event: BusyEvent, more: readonly UnreadableEvent[], closes: boolean, flaws: Flaws): void {
  const { unknownZone, busy, start } = event;
  const zone = closes && unknownZone !== null ? [new UnreadableEvent('unknown_zone', unknownZone)] : [];
  const told = busy ? [...event.flaws, ...more, ...zone] : zone;
  if (told.length > 0) flaws.note(told, instantOfMoment(start));
}

/** The last of the changes, in order, that begins before an instant. */
function lastBefore<T extends { from: Instant }>(changes: readonly T[], instant: Instant): T | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const change = changes[middle];
    if (change && change.from < instant) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1];
}
