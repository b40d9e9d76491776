import { answerBy, RESCHEDULE_WITHIN_DAYS } from '#product/availability/rules/notice.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';
import { daysAfter, hoursAfter, type Instant } from '#product/shared/time/instant.ts';
import type { BookingTerms, Proposal } from './booking.ts';
import { MOST_RESCHEDULES, RESCHEDULE_HOURS_BEFORE_START } from './deadlines.ts';
import type { BookingRefusal } from './events.ts';
import { cappedAt } from './policies.ts';
import { refundShareAt } from './refund.ts';

/**
 * The viewer moves the session (the product's rules, Booking): free of charge until 24 h before,
 * that moment included, at most twice, to at most 30 days after the start that was agreed on, and
 * without paying again. The refund of a cancellation at this moment becomes the most that a later
 * one refunds, so that moving cannot be used to get around the policy.
 */
export function reschedule(
  terms: BookingTerms,
  start: Instant,
  at: Instant,
): Result<BookingTerms, BookingRefusal> {
  if (at > hoursAfter(terms.start, -RESCHEDULE_HOURS_BEFORE_START)) return refused('too_late_to_reschedule');
  if (terms.reschedules >= MOST_RESCHEDULES) return refused('too_many_reschedules');
  if (start === terms.start || start <= at) return refused('bad_new_start');
  if (start > daysAfter(terms.agreedStart, RESCHEDULE_WITHIN_DAYS)) return refused('too_far_to_reschedule');
  const policy = cappedAt(terms.policy, refundShareAt(terms.policy, terms.start, at));
  return accepted({ ...terms, start, policy, reschedules: terms.reschedules + 1 });
}

/**
 * The streamer proposes another start. The viewer must be able to answer before it is too late for
 * either start, by the same rule as for a request: min(48 h, start - 12 h). After that the streamer
 * can only keep the booking or cancel.
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

/**
 * Both sides agree on the proposed start. It uses up none of the viewer's own moves, and their 30
 * days start again.
 */
export function agreeOn(terms: BookingTerms, { start }: Proposal): BookingTerms {
  return { ...terms, start, agreedStart: start };
}
