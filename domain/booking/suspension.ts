import type { BookingStatus } from '#domain/booking/booking.ts';

/**
 * What a suspension of one of its people ends: the whole booking while nothing is agreed on, the proposal alone of one that is.
 * Null: it stays, for the team to decide about.
 */
export function endedBySuspension(booking: {
  readonly status: BookingStatus;
  readonly proposal?: unknown;
}): 'booking' | 'proposal' | null {
  if (booking.status === 'held' || booking.status === 'requested') return 'booking';
  return booking.status === 'confirmed' && booking.proposal ? 'proposal' : null;
}
