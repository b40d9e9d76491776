import type { BookingDetails } from '#web/entities/booking/booking.ts';

type Listed = Pick<BookingDetails, 'id' | 'session_id'>;

/**
 * The bookings to list after the ticket of the next session: a line a session, since the seats of a group are one session to its streamer.
 * @param coming in their order; a hold or a request may begin before the next session, and stays in the list
 * @param next null when none is confirmed
 */
export function laterBookings<Booking extends Listed>(
  coming: readonly Booking[],
  next: Listed | null,
): Booking[] {
  const seen = new Set(next === null ? [] : [next.session_id]);
  return coming.filter(({ session_id }) => !seen.has(session_id) && seen.add(session_id));
}
