import type { Settlement } from '#domain/booking/attendance.ts';
import type { Booking, BookingStatus, BookingTerms, Proposal } from '#domain/booking/booking.ts';
import type { PolicySnapshot } from '#domain/cancellation/policies.ts';
import { basisPoints, cents, minus, NOTHING } from '#domain/money/cents.ts';
import { type Instant, instantOf } from '#domain/time/instant.ts';
import type { IntakeQuestion } from './load-offer.ts';

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
