import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { Booking } from '#domain/booking/booking.ts';
import { nextDeadline, settlementChecks } from '#domain/booking/deadlines.ts';
import type { Instant } from '#domain/time/instant.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingOf } from './booking-row.ts';

export interface StoredBooking {
  booking: Booking;
  row: BookingRow;
}

/**
 * Reads a booking and keeps everybody else from changing it until the transaction ends.
 * @throws AppError booking_not_found
 */
export async function lockBooking(db: pg.ClientBase, id: string): Promise<StoredBooking> {
  const { rows } = await db.query<BookingRow>(
    `select ${BOOKING_COLUMNS} from public.bookings where id = $1 for update`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new AppError('booking_not_found');
  return { booking: bookingOf(row), row };
}

/** What of a row is not of the domain's: where the booking sits, and people's words. What is left out stays as it is. */
export interface StoredExtras {
  /** Where it goes in a group session, when it moves. */
  place?: Place;
  /** In the words of whoever declined or cancelled. */
  reason?: string;
  /** The streamer's words with a proposal; gone with the proposal. */
  note?: string;
}

/** A seat of a session. */
export interface Place {
  sessionId: string;
  seat: number;
}

/**
 * Writes a booking as it now is. People, offer and what of its terms no event changes are not written.
 * @param now when it became so
 */
export async function storeBooking(
  db: pg.ClientBase,
  booking: Booking,
  now: Instant,
  { place, reason, note }: StoredExtras = {},
): Promise<void> {
  const due = dueOf(booking);
  const proposal = 'proposal' in booking ? booking.proposal : null;
  const held = booking.status === 'held' ? booking : null;
  const values: Record<string, unknown> = {
    status: booking.status,
    revision: booking.revision,
    start_at: new Date(booking.start),
    duration_minutes: booking.durationMinutes,
    price_cents: booking.price,
    agreed_start_at: new Date(booking.agreedStart),
    reschedules: booking.reschedules,
    policy: JSON.stringify(booking.policy),
    answer_by: booking.status === 'requested' ? new Date(booking.answerBy) : null,
    proposed_start_at: proposal ? new Date(proposal.start) : null,
    proposal_answer_by: proposal ? new Date(proposal.answerBy) : null,
    ended_at: 'endedAt' in booking ? new Date(booking.endedAt) : null,
    cause: 'cause' in booking ? booking.cause : null,
    refund_cents: refundOf(booking),
    delivered_minutes: 'settlement' in booking ? booking.settlement.deliveredMinutes : null,
    due_event: due?.event ?? null,
    due_at: due ? new Date(due.at) : null,
    updated_at: new Date(now),
    ...(held ? { paying: held.paying, extended: held.extended } : {}),
    ...(place ? { session_id: place.sessionId, seat: place.seat } : {}),
    ...(reason ? { reason } : {}),
    ...(proposal === null ? { proposal_note: null } : note ? { proposal_note: note } : {}),
  };
  const columns = Object.keys(values);
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  if (booking.status === 'confirmed')
    assignments.push(`confirmed_at = coalesce(confirmed_at, $${columns.indexOf('updated_at') + 2})`);
  await db.query(`update public.bookings set ${assignments.join(', ')} where id = $1`, [
    booking.id,
    ...Object.values(values),
  ]);
}

function refundOf(booking: Booking): number | null {
  if ('settlement' in booking) return booking.settlement.refund;
  return 'refund' in booking ? booking.refund : null;
}

/**
 * What time does next to a booking. A session in progress is looked at after each absence that ends it early.
 * @param lookedAt when it last was; those looks that came due before a late beginning are still to come
 */
export function dueOf(booking: Booking, lookedAt: Instant = booking.start): ReturnType<typeof nextDeadline> {
  const due = nextDeadline(booking);
  if (due?.event !== 'settle') return due;
  return { event: 'settle', at: settlementChecks(booking).find((check) => check > lookedAt) ?? due.at };
}
