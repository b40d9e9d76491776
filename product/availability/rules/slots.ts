import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { spanAt } from '#product/shared/time/zone.ts';
import { type AvailabilityContext, bookableSpan } from './availability-context.ts';
import type { Availability, ClosedReason } from './check-availability.ts';
import { type AvailabilityCheck, prepareCheck } from './check-availability.ts';
import { openBetween, type StartGrid } from './hours.ts';
import { probe } from './interval-list.ts';

/** All free starts within `range` (its end not included), in order. */
export function freeStarts(context: AvailabilityContext, range: Interval): Instant[] {
  const found: Instant[] = [];
  visitFreeStarts(context, range, (start) => {
    found.push(start);
    return true;
  });
  return found;
}

/** A start that can still be booked. `seatsLeft` counts before the viewer takes any. */
export interface FreeSlot {
  readonly start: Instant;
  readonly seatsLeft: number;
}

/**
 * Lists the starts of `range` (its end not included) that a viewer is shown, in order: the free
 * starts, and those blocked by bookings (a session, its buffer, a full group, the most sessions of
 * that day or week). Hours closed for any other reason, such as an imported calendar, are private
 * and are left out.
 */
export function listedStarts(
  context: AvailabilityContext,
  range: Interval,
): { readonly free: FreeSlot[]; readonly taken: Instant[] } {
  const free: FreeSlot[] = [];
  const taken: Instant[] = [];
  visitBookable(context, range, (start, { check, isNearBooking }) => {
    const availability = check(start);
    if (availability.free) free.push({ start, seatsLeft: availability.seatsLeft });
    else if (isBookedAway(availability.reason) || (availability.reason === 'buffer' && isNearBooking(start)))
      taken.push(start);
    return true;
  });
  return { free, taken };
}

/** Reasons that only bookings cause; a buffer may also be one around a calendar's busy time. */
const isBookedAway = (reason: ClosedReason): boolean => BOOKED_AWAY.has(reason);
const BOOKED_AWAY: ReadonlySet<ClosedReason> = new Set([
  'taken',
  'full',
  'daily_cap',
  'weekly_cap',
  'monthly_cap',
]);

/** The first free start within `range`, or null. Stops looking as soon as it has one. */
export function firstFreeStart(context: AvailabilityContext, range: Interval): Instant | null {
  let first: Instant | null = null;
  visitFreeStarts(context, range, (start) => {
    first = start;
    return false;
  });
  return first;
}

/**
 * The answer for each start of the grid within `range`, including closed ones and those after which
 * the hours are too short: the streamer's live preview shows it. Where the streamer is closed there
 * is no grid.
 */
export function surveyStarts(
  context: AvailabilityContext,
  range: Interval,
): { readonly start: Instant; readonly availability: Availability }[] {
  const { check, joinable, grid } = prepareCheck(context, range.start, range.end);
  const survey: { start: Instant; availability: Availability }[] = [];
  const add = (start: number): boolean => {
    survey.push({ start: start as Instant, availability: check(start) });
    return true;
  };
  const extra = startsIn(joinable, range.start, range.end);
  const step = stepOf(context);
  visitMerged(
    extra,
    (visit) =>
      grid.every((stretch) =>
        visitGrid(
          stretch,
          step,
          Math.max(stretch.start, range.start),
          Math.min(stretch.end, range.end),
          visit,
        ),
      ),
    add,
  );
  return survey;
}

/** Calls `visit` with each free start in order, until it answers false. */
function visitFreeStarts(
  context: AvailabilityContext,
  range: Interval,
  visit: (start: Instant) => boolean,
): void {
  visitBookable(context, range, (start, { check }) => !check(start).free || visit(start));
}

/**
 * Calls `visit` with each start of the open hours that notice and window allow, in order, until it
 * answers false.
 */
function visitBookable(
  context: AvailabilityContext,
  range: Interval,
  visit: (start: Instant, prepared: AvailabilityCheck) => boolean,
): void {
  const bookable = bookableSpan(context);
  const from = Math.max(range.start, bookable.start, context.now);
  const to = Math.min(range.end, bookable.end);
  if (from >= to) return;
  const prepared = prepareCheck(context, from, to);
  visitMerged(
    startsIn(prepared.joinable, from, to),
    (visitStart) => visitOpenGrid(context, prepared, from, to, visitStart),
    (start) => visit(start as Instant, prepared),
  );
}

type Visit = (start: number) => boolean;

/**
 * Group sessions that one could join, in order. They need not lie on the grid: the streamer may
 * have changed it since.
 */
function startsIn(joinable: AvailabilityCheck['joinable'], from: number, to: number): number[] {
  return [...joinable.keys()].filter((start) => start >= from && start < to).sort((a, b) => a - b);
}

/**
 * Visits the rising starts from `visitStarts` and the rising `extra` ones, merged in order, each
 * once.
 */
function visitMerged(extra: readonly number[], visitStarts: (visit: Visit) => boolean, visit: Visit): void {
  let next = 0;
  const before = (limit: number): boolean => {
    for (let start = extra[next]; start !== undefined && start < limit; start = extra[next]) {
      next++;
      if (!visit(start)) return false;
    }
    return true;
  };
  const finished = visitStarts((start) => {
    if (!before(start)) return false;
    if (extra[next] === start) next++;
    return visit(start);
  });
  if (finished) before(Number.POSITIVE_INFINITY);
}

/** The grid's starts at which a session would still end within opening hours. */
function visitOpenGrid(
  context: AvailabilityContext,
  { open, grid }: AvailabilityCheck,
  from: number,
  to: number,
  visit: Visit,
): boolean {
  const step = stepOf(context);
  const duration = context.wanted.durationMinutes * MILLIS_PER_MINUTE;
  let index = 0;
  for (const stretch of grid) {
    while ((open.ends[index] ?? Number.POSITIVE_INFINITY) <= stretch.start) index++;
    const first = Math.max(stretch.start, from);
    const last = Math.min((open.ends[index] ?? 0) - duration, stretch.end - 1, to - 1);
    if (first <= last && !visitGrid(stretch, step, first, last + 1, visit)) return false;
  }
  return true;
}

const stepOf = ({ rules }: AvailabilityContext): number => rules.stepMinutes * MILLIS_PER_MINUTE;

/**
 * Visits each start of a stretch of the grid from `from` up to but without `to`, at the first
 * occurrence of its wall time.
 */
function visitGrid(
  { zone, firstWall }: StartGrid[number],
  step: number,
  from: number,
  to: number,
  visit: Visit,
): boolean {
  let reached = from;
  while (reached < to) {
    const { offset, repeatedUntil, end } = spanAt(zone, reached);
    const spanEnd = Math.min(end, to);
    const earliest = Math.max(reached, repeatedUntil) + offset;
    const first = firstWall + Math.ceil((earliest - firstWall) / step) * step - offset;
    for (let start = first; start < spanEnd; start += step) {
      if (!visit(start)) return false;
    }
    reached = spanEnd;
  }
  return true;
}

/**
 * The free starts nearest to a moment, before it or after, nearest first; of two at the same
 * distance the earlier one first. At most `count`; fewer when the streamer has no more. It is what
 * a viewer who lost a race is offered.
 */
export function nearestFreeStarts(context: AvailabilityContext, to: Instant, count: number): Instant[] {
  const bookable = bookableSpan(context);
  for (let radius = MILLIS_PER_DAY; ; radius *= 2) {
    // A start outside the circle is farther away than each one inside, so a full circle is the
    // answer.
    const found = freeStarts(context, {
      start: (to - radius) as Instant,
      end: (to + radius + 1) as Instant,
    });
    const seenAll = to - radius <= bookable.start && to + radius >= bookable.end;
    if (found.length >= count || seenAll) return nearestFirst(found, to).slice(0, count);
  }
}

function nearestFirst(starts: readonly Instant[], to: Instant): Instant[] {
  return [...starts].sort((a, b) => Math.abs(a - to) - Math.abs(b - to) || a - b);
}

/**
 * The streamers, of those given, with a free start within `range`, each with the first one, in the
 * order given.
 */
export function whoIsFree<Id>(
  streamers: Iterable<{ readonly id: Id; readonly context: AvailabilityContext }>,
  range: Interval,
): { readonly id: Id; readonly first: Instant }[] {
  const free: { id: Id; first: Instant }[] = [];
  for (const { id, context } of streamers) {
    const first = firstFreeStart(context, range);
    if (first !== null) free.push({ id, first });
  }
  return free;
}

/**
 * Why nothing is free in a stretch: the most common reason among the starts for which the streamer
 * is open. If they are not open at all: absence or `outside_hours`, unless the whole stretch is
 * past or beyond what may be booked. Null when a start is free.
 */
export function whyNoneFree(context: AvailabilityContext, range: Interval): ClosedReason | null {
  if (range.end <= context.now) return 'past';
  const { hours, rules } = context;
  const duration = context.wanted.durationMinutes * MILLIS_PER_MINUTE;
  const { open, bookable } = prepareCheck(context, range.start, range.end);
  if (range.start >= bookable.end || bookable.start >= bookable.end)
    return rules.window.kind === 'dates' ? 'outside_window' : 'too_far';
  const opened = probe(open);
  const counts = new Map<ClosedReason, number>();
  for (const { start, availability } of surveyStarts(context, range)) {
    if (availability.free) return null;
    if (!opened.holds(start, start + duration)) continue;
    counts.set(availability.reason, (counts.get(availability.reason) ?? 0) + 1);
  }
  // Past starts do not explain why the rest is closed.
  counts.delete('past');
  const [commonest] = [...counts].sort(([, a], [, b]) => b - a);
  if (commonest) return commonest[0];
  const otherwise = openBetween({ ...hours, absences: [] }, range.start, range.end);
  return hours.absences.length > 0 && open.starts.length === 0 && otherwise.starts.length > 0
    ? 'absent'
    : 'outside_hours';
}
