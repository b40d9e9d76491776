import { type Judge, prepareJudge } from '#domain/availability/judge.ts';
import { bookableSpan, type SlotQuestion } from '#domain/availability/question.ts';
import type { Verdict } from '#domain/availability/verdict.ts';
import { type Instant, MILLIS_PER_MINUTE } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import { spanAt, type ZoneName } from '#domain/time/zone.ts';

/** Is this start free, and if not, why? */
export function explainStart(question: SlotQuestion, start: Instant): Verdict {
  return prepareJudge(question, start, start).judge(start);
}

/** All free starts within `range` (its end not included), in order. */
export function freeStarts(question: SlotQuestion, range: Interval): Instant[] {
  const found: Instant[] = [];
  visitFreeStarts(question, range, (start) => {
    found.push(start);
    return true;
  });
  return found;
}

/** The first free start within `range`, or null. Stops looking as soon as it has one. */
export function firstFreeStart(question: SlotQuestion, range: Interval): Instant | null {
  let first: Instant | null = null;
  visitFreeStarts(question, range, (start) => {
    first = start;
    return false;
  });
  return first;
}

/**
 * The verdict for each start of the grid within `range`, closed ones too: what the streamer's live preview paints.
 * Wall times that spring skips are not there, nor is the second pass of those that autumn repeats.
 */
export function surveyStarts(
  question: SlotQuestion,
  range: Interval,
): { readonly start: Instant; readonly verdict: Verdict }[] {
  const { judge, joinable } = prepareJudge(question, range.start, range.end);
  const survey: { start: Instant; verdict: Verdict }[] = [];
  const add = (start: number): boolean => {
    survey.push({ start: start as Instant, verdict: judge(start) });
    return true;
  };
  const extra = startsIn(joinable, range.start, range.end);
  const grid = gridOf(question);
  visitMerged(extra, (visit) => visitGrid(grid, range.start, range.end, visit), add);
  return survey;
}

/** Calls `visit` with each free start in order, until it answers false. */
function visitFreeStarts(question: SlotQuestion, range: Interval, visit: (start: Instant) => boolean): void {
  const bookable = bookableSpan(question);
  const from = Math.max(range.start, bookable.start, question.now);
  const to = Math.min(range.end, bookable.end);
  if (from >= to) return;
  const prepared = prepareJudge(question, from, to);
  visitMerged(
    startsIn(prepared.joinable, from, to),
    (visitStart) => visitOpenGrid(question, prepared, from, to, visitStart),
    (start) => !prepared.judge(start).free || visit(start as Instant),
  );
}

type Visit = (start: number) => boolean;

/** Group sessions that one could join, in order. They need not lie on the grid: the streamer may have changed it since. */
function startsIn(joinable: Judge['joinable'], from: number, to: number): number[] {
  return [...joinable.keys()].filter((start) => start >= from && start < to).sort((a, b) => a - b);
}

/** Visits the rising starts that `visitStarts` brings and the rising `extra` ones, in order, each once. */
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
  question: SlotQuestion,
  { open }: Judge,
  from: number,
  to: number,
  visit: Visit,
): boolean {
  const grid = gridOf(question);
  const duration = question.wanted.durationMinutes * MILLIS_PER_MINUTE;
  for (let index = 0; index < open.starts.length; index++) {
    const first = Math.max(open.starts[index] ?? 0, from);
    const last = Math.min((open.ends[index] ?? 0) - duration, to - 1);
    if (first <= last && !visitGrid(grid, first, last + 1, visit)) return false;
  }
  return true;
}

interface Grid {
  readonly zone: ZoneName;
  readonly step: number;
}

function gridOf({ hours, rules }: SlotQuestion): Grid {
  return { zone: hours.zone, step: rules.stepMinutes * MILLIS_PER_MINUTE };
}

/** Visits each wall time of the grid that happens from `from` up to but without `to`, at its first occurrence. */
function visitGrid({ zone, step }: Grid, from: number, to: number, visit: Visit): boolean {
  let reached = from;
  while (reached < to) {
    const { offset, repeatedUntil, end } = spanAt(zone, reached);
    const spanEnd = Math.min(end, to);
    const earliest = Math.max(reached, repeatedUntil) + offset;
    for (let start = Math.ceil(earliest / step) * step - offset; start < spanEnd; start += step) {
      if (!visit(start)) return false;
    }
    reached = spanEnd;
  }
  return true;
}
