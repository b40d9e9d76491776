import {
  type BasisPoints,
  basisPoints,
  type Cents,
  EVERYTHING,
  shareOf,
} from '#product/shared/money/cents.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';
import { hoursAfter, type Instant } from '#product/shared/time/instant.ts';
import { type Cancelled, type LiveBooking, termsOf } from './booking.ts';
import type { Actor, BookingRefusal } from './events.ts';
import type { PolicySnapshot } from './policies.ts';

/**
 * The viewer's refund if the booking is cancelled at the instant: the dialog quotes it and it is
 * then paid. Everything while nothing is confirmed, or while a proposal of the streamer for another
 * start is open.
 */
export function quoteCancellation(booking: LiveBooking, by: Exclude<Actor, 'system'>, at: Instant): Cents {
  if (by !== 'viewer') return booking.price;
  if (booking.status === 'held' || booking.status === 'requested') return booking.price;
  const asked = booking.status === 'confirmed' ? booking.proposal : null;
  if (asked && at < asked.answerBy) return booking.price;
  return refundFor(booking.policy, booking.price, booking.start, by, at);
}

/** Cancels the booking. From the start on only an admin can, since attendance settles it. */
export function cancelBooking(
  booking: LiveBooking,
  by: Actor,
  at: Instant,
): Result<Cancelled, BookingRefusal> {
  if (by === 'system') return refused('wrong_actor');
  if (by !== 'admin' && at >= booking.start) return refused('already_started');
  const refund = quoteCancellation(booking, by, at);
  return accepted({ ...termsOf(booking), status: `cancelled_by_${by}` as const, endedAt: at, refund });
}

/** The side that cancels a booking. 'platform' is an admin or Loge itself. */
export type CancelledBy = 'viewer' | 'streamer' | 'platform';

/**
 * The viewer's refund, in cents, when a paid booking is cancelled at an instant. The streamer's and
 * the platform's cancellation refunds everything, fee included; the viewer's follows the tier in
 * force, whose last instant still belongs to it: cancelling exactly 24 h before counts as 24 h
 * before. A half cent goes to the viewer.
 *
 * The right of withdrawal of 14 days does not apply beside it: leisure services for a given date
 * are exempt (Code de la consommation, L221-28 12°).
 */
export function refundFor(
  policy: PolicySnapshot,
  price: Cents,
  start: Instant,
  cancelledBy: CancelledBy,
  at: Instant,
): Cents {
  if (cancelledBy !== 'viewer') return price;
  return shareOf(price, refundShareAt(policy, start, at));
}

/** The share that the viewer gets back at an instant. */
export function refundShareAt(policy: PolicySnapshot, start: Instant, at: Instant): BasisPoints {
  for (const { untilHoursBefore, refund } of policy.tiers) {
    if (untilHoursBefore === null || at <= hoursAfter(start, -untilHoursBefore)) return refund;
  }
  // A policy without a last tier is invalid (isPolicySnapshot); the viewer must not lose money
  // through our error.
  return EVERYTHING;
}

/** The viewer's refund when they do not come: the last tier. */
export function noShowShare(policy: PolicySnapshot): BasisPoints {
  return policy.tiers.at(-1)?.refund ?? basisPoints(0);
}

/**
 * One tier with its exact hour and its euros, as the summary, the cancel dialog, the mails and the
 * admin show it.
 */
export interface ExplainedTier {
  /** From this instant on, not included; null: from the booking on. */
  readonly after: Instant | null;
  /** Until this instant, included; null: from `after` on, and when the viewer does not come. */
  readonly until: Instant | null;
  readonly share: BasisPoints;
  readonly refund: Cents;
  /** True for the tier in force at the instant asked about; at most one is. */
  readonly inForce: boolean;
}

/** The tiers that may still apply: a deadline that has passed is none any more. */
export const tiersAhead = (tiers: readonly ExplainedTier[]): readonly ExplainedTier[] =>
  tiers.slice(
    Math.max(
      0,
      tiers.findIndex(({ inForce }) => inForce),
    ),
  );

/** The tiers of a policy for a booking in order of time, including those already over at `at`. */
export function explainPolicy(
  policy: PolicySnapshot,
  price: Cents,
  start: Instant,
  at: Instant,
): ExplainedTier[] {
  let after: Instant | null = null;
  return policy.tiers.map(({ untilHoursBefore, refund: share }) => {
    const until = untilHoursBefore === null ? null : hoursAfter(start, -untilHoursBefore);
    const inForce = (after === null || at > after) && (until === null || at <= until);
    const tier = { after, until, share, refund: shareOf(price, share), inForce };
    after = until;
    return tier;
  });
}
