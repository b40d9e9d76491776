import type { Instant } from '#domain/time/instant.ts';
import { type BookingRow, NOBODY } from './booking-row.ts';
import type { Wish } from './free-time.ts';

/** What a booking wants that moves to another start: its own terms as they were frozen, and no notice for a new answer. */
export function wishToMove(row: BookingRow, start: Instant, now: Date): Wish {
  return {
    streamerId: row.streamer_id ?? NOBODY,
    offer: {
      id: row.offer_id,
      durationMinutes: row.duration_minutes,
      seats: row.seats,
      confirmation: 'instant',
    },
    start,
    now,
    excludeBookingId: row.id,
  };
}
