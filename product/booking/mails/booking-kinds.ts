import type pg from 'pg';
import { postMail, type Recipient } from '#product/mail/outbox.ts';
import type { BookingFact, BookingMailKind } from './booking-mail.ts';
import { cancelled } from './cancelled.ts';
import { captureFailed } from './capture-failed.ts';
import { completed } from './completed.ts';
import { confirmed } from './confirmed.ts';
import { declined } from './declined.ts';
import { disputeDecided } from './dispute-decided.ts';
import { disputed } from './disputed.ts';
import { extended } from './extended.ts';
import { extensionUnpaid } from './extension-unpaid.ts';
import { livePlanned } from './live-planned.ts';
import { noShow } from './no-show.ts';
import { overruled } from './overruled.ts';
import { paymentFailed } from './payment-failed.ts';
import { proposalAccepted } from './proposal-accepted.ts';
import { proposalLapsed } from './proposal-lapsed.ts';
import { proposalRefused } from './proposal-refused.ts';
import { proposalWithdrawn } from './proposal-withdrawn.ts';
import { proposed } from './proposed.ts';
import { refundReturned } from './refund-returned.ts';
import { refunded } from './refunded.ts';
import { reminder } from './reminder.ts';
import { requestExpired } from './request-expired.ts';
import { requested } from './requested.ts';
import { rescheduled } from './rescheduled.ts';
import { seatLeft } from './seat-left.ts';
import type { Side } from './ticket.ts';

export const bookingKinds = {
  requested,
  confirmed,
  declined,
  request_expired: requestExpired,
  cancelled,
  rescheduled,
  seat_left: seatLeft,
  proposed,
  proposal_accepted: proposalAccepted,
  proposal_refused: proposalRefused,
  proposal_lapsed: proposalLapsed,
  proposal_withdrawn: proposalWithdrawn,
  reminder,
  live_planned: livePlanned,
  payment_failed: paymentFailed,
  capture_failed: captureFailed,
  refunded,
  refund_returned: refundReturned,
  disputed,
  dispute_decided: disputeDecided,
  overruled,
  extended,
  extension_unpaid: extensionUnpaid,
  completed,
  no_show: noShow,
};

type BookingKinds = (typeof bookingKinds)[keyof typeof bookingKinds];

/** The event of a booking, by `kind`; instants and amounts are those that the sentences name. */
export type BookingMailEvent = BookingKinds extends infer Kind
  ? Kind extends BookingMailKind<infer Event>
    ? Event
    : never
  : never;

/** Whether a side is sent a mail of this event that changes its calendar. */
export function isInCalendar({ kind }: BookingMailEvent, side: Side): boolean {
  const { sides, inCalendar } = bookingKinds[kind];
  return inCalendar && sides.includes(side);
}

/**
 * Writes the mail that tells one side of a booking about an event; writes none where that side gets
 * no mail about it.
 */
export async function postBookingMail(
  db: pg.ClientBase,
  recipient: Recipient,
  fact: BookingFact<BookingMailEvent>,
): Promise<void> {
  const { sides, ...kind } = bookingKinds[fact.event.kind];
  if (!sides.includes(fact.side)) return;
  // The event has the name of its kind of mail, which expects exactly its facts.
  await postMail<unknown>(db, kind, recipient, fact, { booking_id: fact.ticket.bookingId });
}
