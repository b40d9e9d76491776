import { bookableSpan, type SlotQuestion } from '#domain/availability/question.ts';
import { freeStarts } from '#domain/availability/slots.ts';
import { type Instant, MILLIS_PER_DAY } from '#domain/time/instant.ts';

/**
 * The free starts nearest to a moment, before it or after, nearest first; of two at the same distance the earlier one
 * first. At most `count`; fewer when the streamer has no more. It is what a viewer who lost a race is offered.
 */
export function nearestFreeStarts(question: SlotQuestion, to: Instant, count: number): Instant[] {
  const bookable = bookableSpan(question);
  for (let radius = MILLIS_PER_DAY; ; radius *= 2) {
    // A start outside the circle is farther than each one inside, so a full circle is the answer.
    const found = freeStarts(question, {
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
