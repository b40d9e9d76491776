import { openBetween } from '#domain/availability/hours.ts';
import { probe } from '#domain/availability/interval-list.ts';
import { bookableSpan, type SlotQuestion } from '#domain/availability/question.ts';
import { surveyStarts } from '#domain/availability/slots.ts';
import type { ClosedReason } from '#domain/availability/verdict.ts';
import { MILLIS_PER_MINUTE } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';

/**
 * Why nothing is free in a stretch: the commonest reason among the starts for which the streamer is open, so that closed nights do not
 * outvote a fully booked week. Not open at all: `outside_hours`, unless all of it is behind us. Null when a start is free.
 */
export function whyNoneFree(question: SlotQuestion, range: Interval): ClosedReason | null {
  if (range.end <= question.now) return 'past';
  if (range.start >= bookableSpan(question).end) return 'too_far';
  const duration = question.wanted.durationMinutes * MILLIS_PER_MINUTE;
  const open = probe(openBetween(question.hours, range.start, range.end + duration));
  const counts = new Map<ClosedReason, number>();
  for (const { start, verdict } of surveyStarts(question, range)) {
    if (verdict.free) return null;
    if (!open.holds(start, start + duration)) continue;
    counts.set(verdict.reason, (counts.get(verdict.reason) ?? 0) + 1);
  }
  // What is behind us says nothing about what is to come.
  counts.delete('past');
  const [commonest] = [...counts].sort(([, a], [, b]) => b - a);
  return commonest?.[0] ?? 'outside_hours';
}
