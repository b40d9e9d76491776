import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { type Booking, type BookingTerms, endOf } from './booking.ts';

export const SETUP_MINUTES_BEFORE = 60;
export const ROOM_OPENS_MINUTES_BEFORE = 10;
export const ROOM_CLOSES_MINUTES_AFTER = 5;

/**
 * When people may test their camera, enter the room, and must have left it (unless both stay on).
 */
export function roomTimes(terms: Pick<BookingTerms, 'start' | 'durationMinutes'>): {
  readonly setupFrom: Instant;
  readonly opensAt: Instant;
  readonly closesAt: Instant;
} {
  return {
    setupFrom: minutesAfter(terms.start, -SETUP_MINUTES_BEFORE),
    opensAt: minutesAfter(terms.start, -ROOM_OPENS_MINUTES_BEFORE),
    closesAt: minutesAfter(endOf(terms), ROOM_CLOSES_MINUTES_AFTER),
  };
}

/**
 * The state of the room for the people of a booking. `none`: there is no session to come and none
 * going on.
 */
export type RoomDoor = 'none' | 'early' | 'setup' | 'open' | 'over';

/**
 * The state of the room at an instant. `bothGoOn` is true while streamer and viewer have both
 * stayed since the end without a break: then it stays open for them, even when the session was
 * settled meanwhile. A no-show or cancelled booking has no room.
 */
export function roomDoor(booking: Booking, at: Instant, bothGoOn: boolean): RoomDoor {
  const { setupFrom, opensAt, closesAt } = roomTimes(booking);
  if (booking.status === 'completed') return at < closesAt || bothGoOn ? 'open' : 'over';
  if (booking.status !== 'confirmed' && booking.status !== 'in_progress') return 'none';
  if (at < setupFrom) return 'early';
  if (at < opensAt) return 'setup';
  return at < closesAt || bothGoOn ? 'open' : 'over';
}
