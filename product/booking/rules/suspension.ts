import type { BookingStatus } from './booking.ts';

/**
 * The part that a suspension of one of its people ends: the whole booking while nothing is agreed
 * on, only the proposal of an agreed one, and only the pending extension of a running session.
 * Null: the booking stays, for the team to decide about.
 */
export function endedBySuspension(booking: {
  readonly status: BookingStatus;
  readonly proposal?: unknown;
}): 'booking' | 'proposal' | 'extension' | null {
  if (booking.status === 'held' || booking.status === 'requested') return 'booking';
  if (booking.status === 'in_progress') return 'extension';
  return booking.status === 'confirmed' && booking.proposal ? 'proposal' : null;
}
