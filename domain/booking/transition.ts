import type { Booking } from '#domain/booking/booking.ts';
import { type BookingEvent, type BookingRefusal, LIFECYCLE } from '#domain/booking/events.ts';
import { transitionConfirmed } from '#domain/booking/transition-confirmed.ts';
import { transitionHeld } from '#domain/booking/transition-held.ts';
import { transitionInProgress } from '#domain/booking/transition-in-progress.ts';
import { transitionRequested } from '#domain/booking/transition-requested.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/**
 * The only way in which a booking changes: what becomes of it when the event happens at the instant, or why it cannot
 * happen. Asks LIFECYCLE first, then the deadlines of the status. Changes nothing in place. What it means for the money
 * is paymentEffect's to say; whether a new start is free, the slot engine's and the database's.
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
