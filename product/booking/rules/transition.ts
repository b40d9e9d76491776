import { answerBy } from '#product/availability/rules/notice.ts';
import { NOTHING } from '#product/shared/money/cents.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import {
  type Booking,
  type Confirmed,
  type Held,
  type InProgress,
  type Requested,
  termsOf,
} from './booking.ts';
import { holdEndsAt } from './deadlines.ts';
import { type BookingEvent, type BookingRefusal, LIFECYCLE } from './events.ts';
import { extendSession, retractExtension } from './extension.ts';
import { cancelBooking } from './refund.ts';
import { agreeOn, makeProposal, reschedule } from './reschedule.ts';
import { settle } from './settlement.ts';

/**
 * The only way in which a booking changes: what it becomes when the event happens at the instant,
 * or why the event cannot happen. Checks LIFECYCLE first, then the deadlines of the status. Returns
 * a new booking. paymentEffect says what it means for the money; the slot engine and the database
 * decide whether a new start is free.
 */
export function transition(
  booking: Booking,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  const actors = LIFECYCLE[booking.status][event.type];
  if (!actors) return refused('wrong_status');
  if (!actors.includes(event.by)) return refused('wrong_actor');
  const result = transitionLive(booking, event, at);
  if (!result.ok) return result;
  return accepted({ ...result.value, revision: booking.revision + 1 });
}

function transitionLive(booking: Booking, event: BookingEvent, at: Instant): Result<Booking, BookingRefusal> {
  switch (booking.status) {
    case 'held':
      return transitionHeld(booking, event, at);
    case 'requested':
      return transitionRequested(booking, event, at);
    case 'confirmed':
      return transitionConfirmed(booking, event, at);
    case 'in_progress':
      return transitionInProgress(booking, event, at);
    default:
      return refused('wrong_status');
  }
}

/** A slot that is held for a viewer: pay in time, or lose it. */
function transitionHeld(booking: Held, event: BookingEvent, at: Instant): Result<Booking, BookingRefusal> {
  const over = at >= holdEndsAt(booking);
  switch (event.type) {
    case 'expire':
      if (!over) return refused('not_due');
      return accepted({ ...termsOf(booking), status: 'expired', endedAt: at, cause: 'hold_lapsed' });
    case 'release_hold':
      return accepted({ ...termsOf(booking), status: 'expired', endedAt: at, cause: 'hold_released' });
    case 'cancel':
      return cancelBooking(booking, event.by, at);
    case 'start_payment':
      if (booking.price === NOTHING) return refused('nothing_to_pay');
      return over ? refused('deadline_passed') : accepted({ ...booking, paying: true });
    case 'extend_hold':
      if (over) return refused('deadline_passed');
      return booking.extended ? refused('already_extended') : accepted({ ...booking, extended: true });
    case 'reprice':
      if (booking.price === NOTHING) return refused('nothing_to_pay');
      if (booking.paying) return refused('payment_begun');
      return over ? refused('deadline_passed') : accepted({ ...booking, price: event.price, fee: event.fee });
    case 'authorise_payment':
      if (booking.price === NOTHING) return refused('nothing_to_pay');
      return over ? refused('deadline_passed') : secure(booking, at);
    case 'take_for_free':
      if (booking.price !== NOTHING) return refused('payment_required');
      return over ? refused('deadline_passed') : secure(booking, at);
    default:
      return refused('wrong_status');
  }
}

function secure(booking: Held, at: Instant): Result<Booking, BookingRefusal> {
  if (at >= booking.start) return refused('already_started');
  if (booking.confirmation === 'instant') {
    return accepted({ ...termsOf(booking), status: 'confirmed', proposal: null });
  }
  const deadline = answerBy(at, booking.start);
  if (deadline <= at) return refused('too_late_to_ask');
  return accepted({ ...termsOf(booking), status: 'requested', answerBy: deadline, proposal: null });
}

/**
 * A request that the streamer answers; or, once they have proposed another start, the viewer does.
 * Nothing is captured yet.
 */
function transitionRequested(
  booking: Requested,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  const terms = termsOf(booking);
  if (event.type === 'cancel') return cancelBooking(booking, event.by, at);
  const late = at >= booking.answerBy;
  if (event.type === 'expire') {
    if (!late) return refused('not_due');
    return accepted({ ...terms, status: 'expired', endedAt: at, cause: 'request_unanswered' });
  }
  if (late) return refused('deadline_passed');
  switch (event.type) {
    case 'accept':
      return accepted({ ...terms, status: 'confirmed', proposal: null });
    case 'decline':
      return accepted({ ...terms, status: 'declined', endedAt: at, cause: 'by_streamer' });
    case 'propose': {
      const made = makeProposal(booking, event.start, at);
      if (!made.ok) return made;
      return accepted({ ...booking, proposal: made.value, answerBy: made.value.answerBy });
    }
    case 'withdraw_proposal':
      return booking.proposal ? accepted({ ...booking, proposal: null }) : refused('no_proposal');
    case 'accept_proposal':
      if (!booking.proposal) return refused('no_proposal');
      return accepted({ ...agreeOn(terms, booking.proposal), status: 'confirmed', proposal: null });
    case 'refuse_proposal':
      if (!booking.proposal) return refused('no_proposal');
      return accepted({ ...terms, status: 'declined', endedAt: at, cause: 'proposal_refused' });
    default:
      return refused('wrong_status');
  }
}

/** A session that will take place: paid, and in both calendars. */
function transitionConfirmed(
  booking: Confirmed,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  switch (event.type) {
    case 'begin':
      if (at < booking.start) return refused('not_due');
      return accepted({ ...termsOf(booking), status: 'in_progress' });
    case 'cancel':
      return cancelBooking(booking, event.by, at);
    case 'reschedule': {
      const moved = reschedule(termsOf(booking), event.start, at);
      return moved.ok ? accepted({ ...moved.value, status: 'confirmed', proposal: null }) : moved;
    }
    case 'propose': {
      const made = makeProposal(booking, event.start, at);
      return made.ok ? accepted({ ...booking, proposal: made.value }) : made;
    }
    default:
      return answerProposal(booking, event, at);
  }
}

/**
 * An unanswered proposal changes nothing: the booking stands at its own start. A refused one ends
 * it, all money back; so does an unanswered one once the group's session has moved, because nobody
 * can give it twice.
 */
function answerProposal(
  booking: Confirmed,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  const { proposal } = booking;
  if (!proposal) return refused('no_proposal');
  const late = at >= proposal.answerBy;
  switch (event.type) {
    case 'withdraw_proposal':
      return accepted({ ...booking, proposal: null });
    case 'lapse_proposal':
      if (!late) return refused('not_due');
      return accepted(event.sessionMoved ? givenBack(booking, at) : { ...booking, proposal: null });
    case 'accept_proposal':
      if (late) return refused('deadline_passed');
      return accepted({ ...agreeOn(termsOf(booking), proposal), status: 'confirmed', proposal: null });
    case 'refuse_proposal':
      if (late) return refused('deadline_passed');
      return accepted(givenBack(booking, at));
    default:
      return refused('wrong_status');
  }
}

const givenBack = (booking: Confirmed, at: Instant): Booking => ({
  ...termsOf(booking),
  status: 'cancelled_by_streamer',
  endedAt: at,
  refund: booking.price,
});

/** A session that has begun. Attendance decides how it ends. */
function transitionInProgress(
  booking: InProgress,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
  if (event.type === 'cancel') return cancelBooking(booking, event.by, at);
  if (event.type === 'extend_session') return extendSession(booking, event, at);
  if (event.type === 'retract_extension') return retractExtension(booking, event);
  if (event.type !== 'settle') return refused('wrong_status');
  const settlement = settle(booking, event.attendance, at);
  if (!settlement) return refused('not_due');
  const terms = termsOf(booking);
  switch (settlement.outcome) {
    case 'completed':
      return accepted({
        ...terms,
        status: 'completed',
        endedAt: at,
        settlement: { ...settlement, outcome: 'completed' },
      });
    case 'viewer_no_show':
      return accepted({
        ...terms,
        status: 'viewer_no_show',
        endedAt: at,
        settlement: { ...settlement, outcome: 'viewer_no_show' },
      });
    case 'streamer_no_show':
      return accepted({
        ...terms,
        status: 'streamer_no_show',
        endedAt: at,
        settlement: { ...settlement, outcome: 'streamer_no_show' },
      });
  }
}
