import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { basisPoints, type Cents, cents, minus, NOTHING } from '#product/shared/money/cents.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { Booking, BookingTerms, Proposal, Settlement } from './rules/booking.ts';
import { nextDeadline, settlementChecks } from './rules/deadlines.ts';

export const BOOKING_COLUMNS = `id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, confirmation, price_cents,
  fee_basis_points, settings_version, policy, questions, answers, viewer_zone, streamer_zone, duration_minutes, start_at,
  agreed_start_at, reschedules, revision, status, held_at, paying, extended, answer_by, proposed_start_at, proposal_answer_by,
  ended_at, cause, refund_cents, delivered_minutes, discount_cents`;
const LOCK = `select ${BOOKING_COLUMNS} from public.bookings where id = $1 for update` as const;

/**
 * A row of public.bookings, with what commands need of it. Its people are null once their accounts
 * are deleted: the record stays without them.
 */
export type BookingRow = Row<typeof LOCK>;

/**
 * Replaces a person whose account is deleted. Only ended bookings have it, since a live one keeps
 * its people.
 */
export const NOBODY = '';

/** Reads a column that the table's constraints guarantee to be set. */
function required<Value>(value: Value | null, row: BookingRow, column: string): Value {
  if (value === null) throw new Error(`booking ${row.id} is ${row.status} without ${column}`);
  return value;
}

const at = (date: Date): Instant => instantOf(date.getTime());

/**
 * The row as product/booking/rules sees it.
 * @throws Error for a row that contradicts its own status
 */
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
  const { rows } = await db.query(LOCK, [id]);
  const [row] = rows;
  if (!row) throw new AppError('booking_not_found');
  return { booking: bookingOf(row), row };
}

/**
 * The columns that the domain's booking does not have: the seat, and people's own words. Those left
 * out stay as they are.
 */
export interface StoredExtras {
  /** Where it goes in a group session, when it moves. */
  place?: Place;
  /** In the words of the person who declined or cancelled. */
  reason?: string;
  /** The streamer's words with a proposal; gone with the proposal. */
  note?: string;
  /** The code that the price was lowered by; null lays it down. */
  discount?: StoredDiscount | null;
}

/** The sum that a code took off the price. */
export interface StoredDiscount {
  codeId: string;
  code: string;
  amount: Cents;
  borneBy: 'streamer' | 'platform';
}

/** A seat of a session. */
export interface Place {
  sessionId: string;
  seat: number;
  /** The session's, when it has people in it: all its seats count in one, whatever the offer says since. */
  category?: string;
}

/**
 * Stores the new state of a booking. People, offer and terms that no event changes are not written.
 * @param now when the change happened
 */
export async function storeBooking(
  db: pg.ClientBase,
  booking: Booking,
  now: Instant,
  { place, reason, note, discount }: StoredExtras = {},
): Promise<void> {
  const due = dueOf(booking);
  const proposal = 'proposal' in booking ? booking.proposal : null;
  const held = booking.status === 'held' ? booking : null;
  await db.query(
    `update public.bookings set status = $2, revision = $3, start_at = $4, duration_minutes = $5, price_cents = $6,
       agreed_start_at = $7, reschedules = $8, policy = $9, answer_by = $10, proposed_start_at = $11, proposal_answer_by = $12,
       ended_at = $13, cause = $14, refund_cents = $15, delivered_minutes = $16, due_event = $17, due_at = $18, updated_at = $19,
       confirmed_at = case when $2 = 'confirmed' then coalesce(confirmed_at, $19) else confirmed_at end,
       paying = coalesce($20, paying), extended = coalesce($21, extended),
       session_id = coalesce($22, session_id), seat = coalesce($23, seat), category = coalesce($24, category), reason = coalesce($25, reason),
       proposal_note = case when $11::timestamptz is null then null else coalesce($26, proposal_note) end, fee_basis_points = $27,
       code_id = case when $28 then $29 else code_id end, discount_code = case when $28 then $30 else discount_code end,
       discount_cents = case when $28 then $31 else discount_cents end,
       discount_borne_by = case when $28 then $32 else discount_borne_by end
     where id = $1`,
    [
      booking.id,
      booking.status,
      booking.revision,
      new Date(booking.start),
      booking.durationMinutes,
      booking.price,
      new Date(booking.agreedStart),
      booking.reschedules,
      JSON.stringify(booking.policy),
      booking.status === 'requested' ? new Date(booking.answerBy) : null,
      proposal ? new Date(proposal.start) : null,
      proposal ? new Date(proposal.answerBy) : null,
      'endedAt' in booking ? new Date(booking.endedAt) : null,
      'cause' in booking ? booking.cause : null,
      refundOf(booking),
      'settlement' in booking ? booking.settlement.deliveredMinutes : null,
      due?.event ?? null,
      due ? new Date(due.at) : null,
      new Date(now),
      held?.paying ?? null,
      held?.extended ?? null,
      place?.sessionId ?? null,
      place?.seat ?? null,
      place?.category ?? null,
      reason || null,
      note || null,
      booking.fee,
      discount !== undefined,
      discount?.codeId ?? null,
      discount?.code ?? null,
      discount?.amount ?? NOTHING,
      discount?.borneBy ?? null,
    ],
  );
}

export function refundOf(booking: Booking): number | null {
  if ('settlement' in booking) return booking.settlement.refund;
  return 'refund' in booking ? booking.refund : null;
}

/**
 * Finds the next transition of a booking by the passing of time. A session in progress is checked
 * after each absence that ends it early.
 * @param lookedAt when it was last checked; checks that became due before a late beginning are
 *   still to come
 */
export function dueOf(booking: Booking, lookedAt: Instant = booking.start): ReturnType<typeof nextDeadline> {
  const due = nextDeadline(booking);
  if (due?.event !== 'settle') return due;
  return { event: 'settle', at: settlementChecks(booking).find((check) => check > lookedAt) ?? due.at };
}
