import type { SlotQuestion } from '#domain/availability/question.ts';
import { firstFreeStart } from '#domain/availability/slots.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';

/** The streamers, of those given, with a free start within `range`, each with the first one, in the order given. */
export function whoIsFree<Id>(
  streamers: Iterable<{ readonly id: Id; readonly question: SlotQuestion }>,
  range: Interval,
): { readonly id: Id; readonly first: Instant }[] {
  const free: { id: Id; first: Instant }[] = [];
  for (const { id, question } of streamers) {
    const first = firstFreeStart(question, range);
    if (first !== null) free.push({ id, first });
  }
  return free;
}
