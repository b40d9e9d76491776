import { type Booking, type Held, termsOf } from '#domain/booking/booking.ts';
import { answerBy, holdEndsAt } from '#domain/booking/deadlines.ts';
import type { BookingEvent, BookingRefusal } from '#domain/booking/events.ts';
import { cancelBooking } from '#domain/cancellation/refund.ts';
import { NOTHING } from '#domain/money/cents.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/** A slot that is held for a viewer: pay in time, or lose it. */
export function transitionHeld(
  booking: Held,
  event: BookingEvent,
  at: Instant,
): Result<Booking, BookingRefusal> {
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
