import type { Booking, Completed } from '#domain/booking/booking.ts';
import type { BookingEvent } from '#domain/booking/events.ts';
import { cents, NOTHING } from '#domain/money/cents.ts';
import { streamerShareOf } from '#domain/money/price.ts';
import type { BookingMailEvent } from '#server/mail/booking-kinds.ts';
import type { Side } from '#server/mail/ticket.ts';

/** A transition, and the words that came with it. */
export interface Change {
  event: BookingEvent;
  before: Booking;
  after: Booking;
  /** In the words of whoever declined or cancelled. */
  reason: string | null;
  /** The bank did not pay what it had promised, so the booking could not stand. */
  paymentFailed: boolean;
}

/** What a transition is news of, and for whom. */
export interface News {
  mail: BookingMailEvent;
  sides: readonly Side[];
}

const BOTH: readonly Side[] = ['viewer', 'streamer'];

/** @returns null for what nobody needs to be told: a hold, its extension, its end, the beginning of a session */
export function newsOf(change: Change): News | null {
  const mail = mailOf(change);
  if (mail === null) return null;
  // Of a slot that was only held, its streamer never heard.
  return { mail, sides: change.before.status === 'held' && mail.kind === 'cancelled' ? ['viewer'] : BOTH };
}

function mailOf({ event, before, after, reason, paymentFailed }: Change): BookingMailEvent | null {
  const asked = 'proposal' in before ? before.proposal : null;
  /** An accepted booking was paid; until then the money is only reserved. */
  const charged = before.status === 'confirmed' || before.status === 'in_progress';
  switch (event.type) {
    case 'authorise_payment':
    case 'take_for_free':
      if (after.status === 'requested') return { kind: 'requested', answerBy: after.answerBy };
      return after.status === 'confirmed' ? { kind: 'confirmed' } : null;
    case 'accept':
      return { kind: 'confirmed' };
    case 'decline':
      return { kind: 'declined', reason };
    case 'cancel':
      if (paymentFailed) return { kind: 'capture_failed' };
      if (event.by === 'system') return null;
      return { kind: 'cancelled', by: event.by, refund: refundOf(after), charged, reason };
    case 'reschedule':
      return { kind: 'rescheduled', previousStart: before.start };
    case 'propose':
      return 'proposal' in after && after.proposal ? { kind: 'proposed', ...after.proposal } : null;
    case 'withdraw_proposal':
      return asked && { kind: 'proposal_withdrawn', start: asked.start };
    case 'accept_proposal':
      return { kind: 'proposal_accepted', previousStart: before.start };
    case 'refuse_proposal':
      return asked && { kind: 'proposal_refused', start: asked.start, refund: before.price, charged };
    case 'lapse_proposal':
      return asked && { kind: 'proposal_lapsed', start: asked.start };
    case 'expire':
      return before.status === 'requested' ? { kind: 'request_expired' } : null;
    case 'extend_session':
      return { kind: 'extended', minutes: event.minutes, amount: event.price };
    case 'retract_extension':
      return { kind: 'extension_unpaid', minutes: event.minutes, amount: event.price };
    case 'settle':
      if (after.status === 'viewer_no_show')
        return { kind: 'no_show', absent: 'viewer', refund: refundOf(after) };
      if (after.status === 'streamer_no_show')
        return { kind: 'no_show', absent: 'streamer', refund: refundOf(after) };
      return after.status === 'completed' ? completed(after) : null;
    default:
      return null;
  }
}

function completed(after: Completed): BookingMailEvent {
  const { refund } = after.settlement;
  return { kind: 'completed', refund, share: streamerShareOf(cents(after.price - refund), after.fee) };
}

function refundOf(after: Booking) {
  if ('refund' in after) return after.refund;
  return 'settlement' in after ? after.settlement.refund : NOTHING;
}
