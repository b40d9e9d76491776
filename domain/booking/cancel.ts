import { type Cancelled, type LiveBooking, termsOf } from '#domain/booking/booking.ts';
import type { Actor, BookingRefusal } from '#domain/booking/events.ts';
import { refundFor } from '#domain/cancellation/refund.ts';
import type { Cents } from '#domain/money/cents.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/**
 * What the viewer gets back if the booking is cancelled at the instant: what the dialog quotes and what is then paid.
 * Everything while nothing is confirmed, or while the streamer's wish for another start stands open.
 */
export function quoteCancellation(booking: LiveBooking, by: Exclude<Actor, 'system'>, at: Instant): Cents {
  if (by !== 'viewer') return booking.price;
  if (booking.status === 'held' || booking.status === 'requested') return booking.price;
  const asked = booking.status === 'confirmed' ? booking.proposal : null;
  if (asked && at < asked.answerBy) return booking.price;
  return refundFor(booking.policy, booking.price, booking.start, by, at);
}

/** Calls the booking off. From the start on only an admin can: attendance settles it. */
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
