import type pg from 'pg';
import { AppError, type ErrorCode } from '#product/shared/errors.ts';
import { minus } from '#product/shared/money/cents.ts';
import { formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import { lockBooking, type StoredBooking, type StoredExtras, storeBooking } from './booking-row.ts';
import { endOpenExtension } from './extension-row.ts';
import { tellStarts, wishToMove, writeInFreeTime, writeLonger } from './free-time.ts';
import { type BookingChange, notifyBooking, notifyLeftSession } from './notify-booking.ts';
import { orderPayment } from './payment-orders.ts';
import { type Booking, isLive } from './rules/booking.ts';
import type { BookingEvent, BookingRefusal } from './rules/events.ts';
import { paymentEffect } from './rules/payment-effect.ts';
import { transition } from './rules/transition.ts';

export interface Advance extends StoredExtras {
  bookingId: string;
  /** The booking as the caller has locked it; left out, it is read and locked here. */
  locked?: StoredBooking;
  event: BookingEvent;
  /**
   * The person who sends the command; null when Loge itself acts. The caller has checked that they
   * are this booking's viewer or streamer.
   */
  actorId: string | null;
  now: Date;
  /**
   * Further details for the history. Ids, instants and amounts only: the history is never changed,
   * so people's words do not belong in it.
   */
  detail?: Record<string, unknown>;
  /** Whom the change is told; left out, both. */
  sides?: BookingChange['sides'];
}

export interface Advanced {
  before: Booking;
  after: Booking;
}

/**
 * Applies an event to a booking: the only writer of a status after the hold. In the caller's
 * transaction it locks the row, calls product/booking/rules, stores the result, writes the history,
 * orders what the payment needs, and notifies both sides.
 * @throws AppError account_suspended, booking_not_found, or the code of the domain's refusal;
 * slot_not_free, viewer_busy or viewer_not_free when a new start was taken meanwhile,
 * extension_time_taken when more time was. Nothing was written then.
 */
export async function advanceBooking(
  db: pg.ClientBase,
  { bookingId, locked, event, actorId, now, detail, sides, ...extras }: Advance,
): Promise<Advanced> {
  const { booking: before, row } = locked ?? (await lockBooking(db, bookingId));
  const result = transition(before, event, instantOf(now.getTime()));
  if (!result.ok) throw refusalError(result.refusal);
  if (BEGINNINGS.has(event.type)) await requireNobodySuspended(db, row, { event, now });
  const after = result.value;
  const write = () => storeBooking(db, after, instantOf(now.getTime()), extras);
  const taken = newStart(before, after);
  if (taken !== null)
    await writeInFreeTime(db, wishToMove(row, taken, now), { viewerId: row.viewer_id, as: event.by }, write);
  else if (after.durationMinutes > before.durationMinutes) await writeLonger(db, write);
  else await write();
  await db.query(
    `insert into public.booking_events (booking_id, revision, at, actor, actor_id, type, from_status, to_status, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      bookingId,
      after.revision,
      now,
      event.by,
      actorId,
      event.type,
      before.status,
      after.status,
      JSON.stringify({ ...eventDetail(before, after), ...detail }),
    ],
  );
  const sameTime =
    after.start === before.start &&
    after.durationMinutes === before.durationMinutes &&
    proposedStart(after) === proposedStart(before);
  if (!(sameTime && isLive(after))) await tellStarts(db, [row.streamer_id, row.viewer_id]);
  if (before.status === 'in_progress' && !isLive(after)) await endOpenExtension(db, bookingId, now);
  await orderPayment(db, {
    bookingId,
    effect: paymentEffect(before, after),
    postingKind: event.type === 'settle' ? 'settlement' : 'refund',
    now,
  });
  await notifyBooking(db, {
    bookingId,
    event,
    before,
    after,
    actorId,
    now,
    reason: extras.reason || null,
    detail: detail ?? {},
    ...(sides && { sides }),
  });
  const { place } = extras;
  if (place && place.sessionId !== row.session_id && row.seats > 1 && before.status !== 'held') {
    const { start, durationMinutes } = before;
    await notifyLeftSession(db, { bookingId, sessionId: row.session_id, start, durationMinutes });
  }
  return { before, after };
}

const proposedStart = (booking: Booking): Instant | null =>
  ('proposal' in booking ? booking.proposal?.start : null) ?? null;

/**
 * The start whose time a booking did not have before: where it moves to, or what is proposed. Null:
 * none.
 */
function newStart(before: Booking, after: Booking): Instant | null {
  if (after.start !== before.start) return after.start;
  const proposed = proposedStart(after);
  return proposed === proposedStart(before) ? null : proposed;
}

/**
 * Events that a suspension forbids: those that take a booking a step further, or ask somebody to.
 */
const BEGINNINGS: ReadonlySet<BookingEvent['type']> = new Set([
  'start_payment',
  'extend_hold',
  'reprice',
  'authorise_payment',
  'take_for_free',
  'accept',
  'propose',
  'accept_proposal',
  'reschedule',
  'extend_session',
] as const);

/**
 * Checked under the booking's lock. A suspension goes through all open bookings of its person,
 * waiting for the lock of each: so what is begun here either comes first, and the suspension ends
 * it, or finds the person suspended. A group moves as a whole: what is proposed to a suspended
 * viewer of it lapses without an answer, and the others are asked.
 * @throws AppError account_suspended
 */
async function requireNobodySuspended(
  db: pg.ClientBase,
  { streamer_id, viewer_id, seats }: StoredBooking['row'],
  { event, now }: Pick<Advance, 'event' | 'now'>,
): Promise<void> {
  const ofGroup = event.type === 'propose' && seats > 1;
  const { rowCount } = await db.query('select from auth.users where id in ($1, $2) and banned_until > $3', [
    streamer_id,
    ofGroup ? null : viewer_id,
    now,
  ]);
  if (rowCount !== 0) throw new AppError('account_suspended');
}

/**
 * The detail that the history records of a transition beside its statuses: the instants and cents
 * that it changed.
 */
export function eventDetail(before: Booking, after: Booking): Record<string, unknown> {
  const proposal = 'proposal' in after ? after.proposal : null;
  const asked = 'proposal' in before ? before.proposal : null;
  return {
    ...(after.start === before.start
      ? {}
      : { from: formatInstant(before.start), to: formatInstant(after.start) }),
    ...(proposal && proposal !== asked
      ? { proposed: formatInstant(proposal.start), answerBy: formatInstant(proposal.answerBy) }
      : {}),
    ...(after.durationMinutes === before.durationMinutes
      ? {}
      : { minutes: after.durationMinutes - before.durationMinutes }),
    ...(after.durationMinutes === before.durationMinutes && after.price === before.price
      ? {}
      : { priceCents: minus(after.price, before.price) }),
    ...('cause' in after ? { cause: after.cause } : {}),
    ...('refund' in after ? { refundCents: after.refund } : {}),
    ...('settlement' in after
      ? { refundCents: after.settlement.refund, deliveredMinutes: after.settlement.deliveredMinutes }
      : {}),
  };
}

/** The error codes that stand for refusals of the state machine. */
const CODES = {
  wrong_status: 'booking_wrong_status',
  wrong_actor: 'booking_wrong_status',
  deadline_passed: 'deadline_passed',
  not_due: 'booking_wrong_status',
  already_extended: 'already_extended',
  payment_begun: 'payment_begun',
  payment_required: 'booking_wrong_status',
  nothing_to_pay: 'nothing_to_pay',
  too_late_to_ask: 'too_late_to_ask',
  already_started: 'already_started',
  too_late_to_reschedule: 'too_late_to_reschedule',
  too_many_reschedules: 'too_many_reschedules',
  too_far_to_reschedule: 'too_far_to_reschedule',
  bad_new_start: 'bad_new_start',
  no_proposal: 'no_proposal',
} as const satisfies Record<BookingRefusal, ErrorCode>;

/**
 * A transition that the domain refused, as a command's refusal. `message` keeps the domain's own
 * code.
 */
export function refusalError(refusal: BookingRefusal): AppError {
  return new AppError(CODES[refusal], refusal);
}
