import type pg from 'pg';
import { cancelled } from './booking/cancelled.ts';
import { captureFailed } from './booking/capture-failed.ts';
import { completed } from './booking/completed.ts';
import { confirmed } from './booking/confirmed.ts';
import { declined } from './booking/declined.ts';
import { disputeDecided } from './booking/dispute-decided.ts';
import { disputed } from './booking/disputed.ts';
import { extended } from './booking/extended.ts';
import { extensionUnpaid } from './booking/extension-unpaid.ts';
import { livePlanned } from './booking/live-planned.ts';
import { noShow } from './booking/no-show.ts';
import { overruled } from './booking/overruled.ts';
import { paymentFailed } from './booking/payment-failed.ts';
import { proposalAccepted } from './booking/proposal-accepted.ts';
import { proposalLapsed } from './booking/proposal-lapsed.ts';
import { proposalRefused } from './booking/proposal-refused.ts';
import { proposalWithdrawn } from './booking/proposal-withdrawn.ts';
import { proposed } from './booking/proposed.ts';
import { refundReturned } from './booking/refund-returned.ts';
import { refunded } from './booking/refunded.ts';
import { reminder } from './booking/reminder.ts';
import { requestExpired } from './booking/request-expired.ts';
import { requested } from './booking/requested.ts';
import { rescheduled } from './booking/rescheduled.ts';
import { seatLeft } from './booking/seat-left.ts';
import type { BookingFact, BookingMailKind } from './booking-mail.ts';
import { postMail, type Recipient } from './outbox.ts';
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

/** What happened to a booking, by `kind`; instants and amounts are those that the sentences name. */
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

/** Writes the mail that tells one side of a booking about an event; writes none where that side gets no mail about it. */
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
