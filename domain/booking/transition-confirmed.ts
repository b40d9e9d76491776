import { type Booking, type Confirmed, termsOf } from '#domain/booking/booking.ts';
import type { BookingEvent, BookingRefusal } from '#domain/booking/events.ts';
import { agreeOn, makeProposal } from '#domain/booking/proposal.ts';
import { reschedule } from '#domain/booking/reschedule.ts';
import { cancelBooking } from '#domain/cancellation/refund.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/** A session that will take place: paid, and in both calendars. */
export function transitionConfirmed(
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

/** An unanswered proposal changes nothing: the booking stands at its own start. A refused one ends it, all money back. */
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
      return late ? accepted({ ...booking, proposal: null }) : refused('not_due');
    case 'accept_proposal':
      if (late) return refused('deadline_passed');
      return accepted({ ...agreeOn(termsOf(booking), proposal), status: 'confirmed', proposal: null });
    case 'refuse_proposal':
      if (late) return refused('deadline_passed');
      return accepted({
        ...termsOf(booking),
        status: 'cancelled_by_streamer',
        endedAt: at,
        refund: booking.price,
      });
    default:
      return refused('wrong_status');
  }
}
