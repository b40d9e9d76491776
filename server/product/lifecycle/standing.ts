import type pg from 'pg';
import type { BookingStanding } from '#contracts/booking.ts';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { formatInstant } from '#domain/time/instant.ts';
import { lockBooking } from './store-booking.ts';

/** Where a booking stands, as every command about one answers. It is this transaction's already, so the lock waits for nobody. */
export async function standingOf(db: pg.ClientBase, bookingId: string, now: Date): Promise<BookingStanding> {
  const { booking, row } = await lockBooking(db, bookingId);
  return {
    bookingId,
    sessionId: row.session_id,
    status: booking.status,
    revision: booking.revision,
    start: formatInstant(booking.start),
    holdEndsAt: booking.status === 'held' ? formatInstant(holdEndsAt(booking)) : null,
    answerBy: booking.status === 'requested' ? formatInstant(booking.answerBy) : null,
    refundCents: row.refund_cents,
    now: now.toISOString(),
  };
}
