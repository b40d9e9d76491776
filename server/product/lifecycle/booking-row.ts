import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type {
  Booking,
  BookingStatus,
  BookingTerms,
  IntakeQuestion,
  Proposal,
  Settlement,
} from '#domain/booking/booking.ts';
import { nextDeadline, settlementChecks } from '#domain/booking/deadlines.ts';
import type { PolicySnapshot } from '#domain/cancellation/policies.ts';
import { basisPoints, cents, minus, NOTHING } from '#domain/money/cents.ts';
import { type Instant, instantOf } from '#domain/time/instant.ts';

/** A row of public.bookings, as far as commands need it. */
export interface BookingRow {
  id: string;
  session_id: string;
  seat: number;
  seats: number;
  /** Null once the account is gone: the record stays, about nobody. */
  streamer_id: string | null;
  viewer_id: string | null;
  offer_id: string | null;
  title: string;
  confirmation: 'instant' | 'on_request';
  price_cents: number;
  fee_basis_points: number;
  settings_version: number;
  policy: PolicySnapshot;
  questions: IntakeQuestion[];
  answers: Record<string, string>;
  viewer_zone: string;
  streamer_zone: string;
  duration_minutes: number;
  start_at: Date;
  agreed_start_at: Date;
  reschedules: number;
  revision: number;
  status: BookingStatus;
  held_at: Date;
  paying: boolean;
  extended: boolean;
  answer_by: Date | null;
  proposed_start_at: Date | null;
  proposal_answer_by: Date | null;
  ended_at: Date | null;
  cause: string | null;
  refund_cents: number | null;
  delivered_minutes: number | null;
}

export const BOOKING_COLUMNS = `id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, confirmation, price_cents,
  fee_basis_points, settings_version, policy, questions, answers, viewer_zone, streamer_zone, duration_minutes, start_at,
  agreed_start_at, reschedules, revision, status, held_at, paying, extended, answer_by, proposed_start_at, proposal_answer_by,
  ended_at, cause, refund_cents, delivered_minutes`;

/** Stands where a person was whose account is deleted. Only ended bookings have it: a live one keeps its people. */
export const NOBODY = '';

/** When a column of the database's own must be there: the constraints of the table say so. */
function required<Value>(value: Value | null, row: BookingRow, column: string): Value {
  if (value === null) throw new Error(`booking ${row.id} is ${row.status} without ${column}`);
  return value;
}

const at = (date: Date): Instant => instantOf(date.getTime());

/** The row as domain/booking sees it. @throws Error for a row that its own status contradicts */
export function bookingOf(row: BookingRow): Booking {
  const terms = termsOfRow(row);
  const endedAt = (): Instant => at(required(row.ended_at, row, 'ended_at'));
  switch (row.status) {
    case 'held':
      return {
        ...terms,
        status: row.status,
        heldAt: at(row.held_at),
        paying: row.paying,
        extended: row.extended,
      };
    case 'requested': {
      const answerBy = at(required(row.answer_by, row, 'answer_by'));
      return { ...terms, status: row.status, answerBy, proposal: proposalOf(row) };
    }
    case 'confirmed':
      return { ...terms, status: row.status, proposal: proposalOf(row) };
    case 'in_progress':
      return { ...terms, status: row.status };
    case 'expired': {
      // Written by storeBooking alone, from the same union.
      const cause = required(row.cause, row, 'cause') as Extract<Booking, { status: 'expired' }>['cause'];
      return { ...terms, status: row.status, endedAt: endedAt(), cause };
    }
    case 'declined': {
      const cause = required(row.cause, row, 'cause') as Extract<Booking, { status: 'declined' }>['cause'];
      return { ...terms, status: row.status, endedAt: endedAt(), cause };
    }
    case 'cancelled_by_viewer':
    case 'cancelled_by_streamer':
    case 'cancelled_by_admin':
      return { ...terms, status: row.status, endedAt: endedAt(), refund: cents(row.refund_cents ?? NOTHING) };
    case 'completed':
      return { ...terms, status: row.status, endedAt: endedAt(), settlement: settled(row, row.status) };
    case 'viewer_no_show':
      return { ...terms, status: row.status, endedAt: endedAt(), settlement: settled(row, row.status) };
    case 'streamer_no_show':
      return { ...terms, status: row.status, endedAt: endedAt(), settlement: settled(row, row.status) };
  }
}

function termsOfRow(row: BookingRow): BookingTerms {
  return {
    id: row.id,
    streamerId: row.streamer_id ?? NOBODY,
    viewerId: row.viewer_id ?? NOBODY,
    offerId: row.offer_id ?? NOBODY,
    confirmation: row.confirmation,
    start: at(row.start_at),
    durationMinutes: row.duration_minutes,
    price: cents(row.price_cents),
    fee: basisPoints(row.fee_basis_points),
    settingsVersion: row.settings_version,
    policy: row.policy,
    agreedStart: at(row.agreed_start_at),
    reschedules: row.reschedules,
    revision: row.revision,
  };
}

function proposalOf({ proposed_start_at: start, proposal_answer_by: answerBy }: BookingRow): Proposal | null {
  return start && answerBy ? { start: at(start), answerBy: at(answerBy) } : null;
}

function settled<Outcome extends Settlement['outcome']>(
  row: BookingRow,
  outcome: Outcome,
): Settlement & { readonly outcome: Outcome } {
  const refund = cents(row.refund_cents ?? NOTHING);
  const kept = minus(cents(row.price_cents), refund);
  return { outcome, deliveredMinutes: row.delivered_minutes ?? 0, refund, kept };
}

export interface StoredBooking {
  booking: Booking;
  row: BookingRow;
}

/**
 * Reads a booking and keeps everybody else from changing it until the transaction ends.
 * @throws AppError booking_not_found
 */
export async function lockBooking(db: pg.ClientBase, id: string): Promise<StoredBooking> {
  const { rows } = await db.query(`select ${BOOKING_COLUMNS} from public.bookings where id = $1 for update`, [
    id,
  ]);
  const [row] = rows;
  if (!row) throw new AppError('booking_not_found');
  return { booking: bookingOf(row), row };
}

/** The columns that the domain's booking does not have: the seat, and people's own words. Those left out stay as they are. */
export interface StoredExtras {
  /** Where it goes in a group session, when it moves. */
  place?: Place;
  /** In the words of the person who declined or cancelled. */
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

export function refundOf(booking: Booking): number | null {
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
