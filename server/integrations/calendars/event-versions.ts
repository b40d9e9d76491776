import { type Instant, later } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { Flaws } from './collect-flaws.ts';
import { addLength, type BusyEvent, instantOfMoment, type Revision } from './ics-events.ts';
import { besideSeries, namedBy, type Occurrence, occurrencesOf } from './occurrences.ts';
import { UnreadableEvent } from './unreadable-event.ts';

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

/** Reads what the changes of one UID say of the occurrences of its series. */
interface Changes {
  isChanged(occurrence: Occurrence): boolean;
  /** Changes of all that follows, in order. */
  following: readonly { from: Instant; by: BusyEvent }[];
}

const NO_CHANGES: Changes = { isChanged: () => false, following: [] };

/** @param series one of those that they change: others of its kind are read alike */
function readChanges(changes: readonly BusyEvent[], series: BusyEvent): Changes {
  const replaced = changes.flatMap(({ replaces }) => (replaces ? [replaces.at] : []));
  const following = changes.flatMap((change) => {
    const at = change.replaces?.andFollowing ? besideSeries(change.replaces.at, series.start) : null;
    return at ? [{ from: instantOfMoment(at), by: change }] : [];
  });
  return {
    isChanged: namedBy(replaced, series.start),
    following: following.sort((a, b) => a.from - b.from),
  };
}

/**
 * Finds the busy times of what one UID names, those outside of the window perhaps among them.
 * Careless programs put many series under one UID: their changes are read once, by the first series
 * of days and the first of times, not for each.
 */
export function findBusyTimes(
  { latest, series, changes }: EventVersions,
  window: Interval,
  flaws: Flaws,
  found: (interval: Interval) => void,
): void {
  // A series that was cancelled after a change takes it along.
  const ended = series.some(({ cancelled }) => cancelled);
  const valid = ended ? changes.filter(({ sequence }) => sequence >= latest.sequence) : changes;
  // Exports leave out the series of an occurrence to which one was invited alone.
  const newest = newestOf(valid, series[0] ?? null);
  for (const change of newest) {
    const { start, length, busy } = change;
    const times = { start: instantOfMoment(start), end: addLength(start, length) };
    if (busy) found(times);
    tell(change, [], busy && touches(times, window), flaws);
  }
  const byKind = new Map<boolean, Changes>();
  for (const event of series) {
    const { isDate } = event.start;
    const read = byKind.get(isDate) ?? (newest.length === 0 ? NO_CHANGES : readChanges(newest, event));
    byKind.set(isDate, read);
    findTimesOfSeries(event, read, window, flaws, found);
  }
}

/**
 * Finds the busy times of a series, or of a single event: its occurrences but for those with a
 * change of their own.
 */
function findTimesOfSeries(
  event: BusyEvent,
  { isChanged, following }: Changes,
  window: Interval,
  flaws: Flaws,
  found: (interval: Interval) => void,
): void {
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
      if (change.by.busy) found({ start: moved, end: later(moved, lasts) });
    } else if (event.busy) {
      closes = true;
      found({ start, end: addLength(moment, length) });
    }
  }
  tell(event, own, closes, flaws);
}

const touches = (times: Interval, window: Interval) => times.start < window.end && times.end > window.start;

/**
 * Tells what of an event could not be read; that its zone is unknown matters only where it closes
 * something.
 */
function tell(event: BusyEvent, more: readonly UnreadableEvent[], closes: boolean, flaws: Flaws): void {
  const { doubt, busy, start } = event;
  const zone = closes && doubt !== null ? [new UnreadableEvent(doubt.reason, doubt.name)] : [];
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
