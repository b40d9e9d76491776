import { type Booking, type Requested, termsOf } from '#domain/booking/booking.ts';
import type { BookingEvent, BookingRefusal } from '#domain/booking/events.ts';
import { agreeOn, makeProposal } from '#domain/booking/proposal.ts';
import { cancelBooking } from '#domain/cancellation/refund.ts';
import { accepted, type Result, refused } from '#domain/result.ts';
import type { Instant } from '#domain/time/instant.ts';

/** A request that the streamer answers; or, once they have proposed another start, the viewer does. Nothing is captured yet. */
export function transitionRequested(
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
