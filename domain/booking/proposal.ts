import type { BookingTerms, Proposal } from '#domain/booking/booking.ts';
import { answerBy } from '#domain/booking/deadlines.ts';
import type { BookingRefusal } from '#domain/booking/events.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/**
 * The streamer asks for another start. The viewer must be able to answer before it is too late for either start, by the
 * same rule as a request: min(48 h, start - 12 h). Closer than that the streamer can only keep the booking or cancel.
 */
export function makeProposal(
  terms: BookingTerms,
  start: Instant,
  at: Instant,
): Result<Proposal, BookingRefusal> {
  if (start === terms.start || start <= at) return refused('bad_new_start');
  const deadline = answerBy(at, terms.start, start);
  if (deadline <= at) return refused('too_late_to_ask');
  return accepted({ start, answerBy: deadline });
}

/** Both sides agree on the proposed start. It costs the viewer none of their own moves, and their 30 days count again. */
export function agreeOn(terms: BookingTerms, { start }: Proposal): BookingTerms {
  return { ...terms, start, agreedStart: start };
}
