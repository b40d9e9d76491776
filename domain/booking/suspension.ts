import type { BookingStatus } from '#domain/booking/booking.ts';

/**
 * What a suspension of one of its people ends: the whole booking while nothing is agreed on, the proposal alone of one that is,
 * and of a session that goes on what would make it longer.
 * Null: it stays, for the team to decide about.
 */
export function endedBySuspension(booking: {
  readonly status: BookingStatus;
  readonly proposal?: unknown;
}): 'booking' | 'proposal' | 'extension' | null {
  if (booking.status === 'held' || booking.status === 'requested') return 'booking';
  if (booking.status === 'in_progress') return 'extension';
  return booking.status === 'confirmed' && booking.proposal ? 'proposal' : null;
}
