import type pg from 'pg';
import type { BookingMailEvent } from '#product/booking/mails/booking-kinds.ts';
import { notifyPeople } from '#product/booking/notify-booking.ts';
import { holdEndsAt } from '#product/booking/rules/deadlines.ts';
import { postMail, type Recipient } from '#product/mail/outbox.ts';
import { type Cents, NOTHING } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { payoutFailed } from './mails/payout-failed.ts';
import { payoutSent } from './mails/payout-sent.ts';
import { nextPayoutAt } from './rules/payout.ts';

type Cause = Extract<BookingMailEvent, { kind: 'payment_failed' }>['cause'];

/**
 * Tells the viewer that their payment did not go through, and until when the slot waits for another
 * try. Once a booking: a person who tries three cards in a row has seen it on the page.
 */
export async function notifyPaymentFailed(
  db: pg.ClientBase,
  { bookingId, cause, now }: { bookingId: string; cause: Cause; now: Date },
): Promise<void> {
  const { rows } = await db.query(
    `select status, held_at, paying, extended, exists (
       select from public.notifications n where n.booking_id = b.id and n.kind = 'payment_failed') as told
     from public.bookings b where id = $1`,
    [bookingId],
  );
  const [row] = rows;
  if (!row || row.told) return;
  const { paying, extended } = row;
  const until = holdEndsAt({ heldAt: instantOf(row.held_at.getTime()), paying, extended });
  // Without the guardian, another try comes to nothing.
  const retryUntil = cause !== 'guardian' && row.status === 'held' && until > now.getTime() ? until : null;
  await notifyPeople(db, {
    bookingId,
    kind: 'payment_failed',
    mail: { kind: 'payment_failed', cause, retryUntil },
    sides: ['viewer'],
    now,
  });
}

/** Tells the viewer that money is on its way back. */
export async function notifyRefunded(
  db: pg.ClientBase,
  { bookingId, amount, now }: { bookingId: string; amount: Cents; now: Date },
): Promise<void> {
  if (amount <= NOTHING) return;
  const mail = { kind: 'refunded', amount } as const;
  await notifyPeople(db, { bookingId, kind: 'refunded', mail, sides: ['viewer'], now });
}

/**
 * Tells the viewer that a refund came back from their bank, and that the team looks for another
 * way.
 */
export async function notifyRefundReturned(
  db: pg.ClientBase,
  { bookingId, amount, now }: { bookingId: string; amount: Cents; now: Date },
): Promise<void> {
  const mail = { kind: 'refund_returned', amount } as const;
  await notifyPeople(db, { bookingId, kind: 'refund_returned', mail, sides: ['viewer'], now });
}

interface ToldDispute {
  bookingId: string;
  /** The amount that the bank holds, or keeps. */
  taken: Cents;
  /** The amount that it gave back. */
  back: Cents;
  ended: boolean;
  /** The streamer's part of it. */
  share: Cents;
  now: Date;
}

/**
 * Tells the streamer, who had read that the session was paid, that a bank took the money, or how it
 * decided.
 */
export async function notifyOfDispute(db: pg.ClientBase, told: ToldDispute): Promise<void> {
  const { bookingId, taken, back, ended, share, now } = told;
  const mail = ended
    ? ({ kind: 'dispute_decided', taken, back, share } as const)
    : ({ kind: 'disputed', amount: taken } as const);
  await notifyPeople(db, { bookingId, kind: mail.kind, mail, sides: ['streamer'], now });
}

interface ToldPayout {
  streamerId: string;
  payoutId: string;
  amount: Cents;
  now: Date;
}

/**
 * Notifies a streamer about a payout.
 * @returns where a mail goes; null when the account is gone, whose money is still its person's
 */
async function notifyStreamer(
  db: pg.ClientBase,
  kind: 'payout_sent' | 'payout_failed',
  { streamerId, payoutId, amount, now }: ToldPayout,
): Promise<Recipient | null> {
  const { rows } = await db.query(
    `with told as (
       insert into public.notifications (person_id, kind, data, created_at)
       select id, $4::text, jsonb_build_object('side', 'streamer', 'event', $4::text, 'amountCents', $2::integer, 'payoutId', $5::uuid), $3
       from public.profiles where id = $1 returning person_id
     )
     select u.email, p.first_name from told join public.profiles p on p.id = told.person_id join auth.users u on u.id = p.id`,
    [streamerId, amount, now, kind, payoutId],
  );
  const [person] = rows;
  return person?.email ? { to: person.email, userId: streamerId, firstName: person.first_name } : null;
}

/** Tells a streamer that a payout was sent, in the transaction that says so. */
export async function notifyPayoutSent(db: pg.ClientBase, payout: ToldPayout): Promise<void> {
  const recipient = await notifyStreamer(db, 'payout_sent', payout);
  if (recipient) await postMail(db, payoutSent, recipient, { amount: payout.amount });
}

/**
 * Tells a streamer that a payout did not arrive and what to do about it, in the transaction that
 * gives the money back to them.
 */
export async function notifyPayoutFailed(
  db: pg.ClientBase,
  { returned, ...payout }: ToldPayout & { returned: boolean },
): Promise<void> {
  const recipient = await notifyStreamer(db, 'payout_failed', payout);
  const retriedAt = nextPayoutAt(instantOf(payout.now.getTime()));
  if (recipient) await postMail(db, payoutFailed, recipient, { amount: payout.amount, returned, retriedAt });
}
