import type pg from 'pg';
import { lockTimeOfExtension } from '#product/booking/extend-session.ts';
import {
  capturedOf,
  findPayment,
  lockPayment,
  type PaymentRow,
  storeCaptured,
} from '#product/booking/payment-row.ts';
import { storeAccountState } from '#product/booking/payout-account.ts';
import { recordRefund } from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { cents } from '#product/shared/money/cents.ts';
import type {
  FraudWarning,
  PaymentEvent,
  ProviderEvent,
} from '#server/integrations/payments/provider-event.ts';
import { applyPayout, TellAgain } from './apply-payout.ts';
import { paymentAuthorised, paymentLapsed } from './authorisation.ts';
import { recordDispute } from './disputes.ts';
import { applyRefundFailure } from './failed-refunds.ts';
import { notifyPaymentFailed } from './notify-payment.ts';

/** The outcome of an event, kept with it for people who investigate a payment. */
export type Outcome =
  | 'applied'
  /** The report was known already. */
  | 'known'
  /** The result of an order of ours, which the worker records. */
  | 'ours'
  /** An authorisation that is no longer needed: it is released. */
  | 'too_late'
  | 'unknown_payment'
  | 'unknown_account'
  | 'unknown_payout'
  /** Somebody has to look at it. */
  | 'needs_a_person';

/**
 * Applies an event of the provider, in the transaction that marks it as handled. Events arrive
 * twice, late and in any order, so each is judged by what the rows say now.
 */
export async function applyEvent(
  db: pg.ClientBase,
  product: ProductDeps,
  event: ProviderEvent,
  now: Date,
): Promise<Outcome> {
  switch (event.kind) {
    case 'account_updated':
      return storeAccountState(db, product.payments.name, event);
    case 'payout_paid':
    case 'payout_failed':
      return applyPayout(db, product.payments.name, event, now);
  }
  const id = await findPayment(db, product.payments.name, event);
  if (id !== null && event.kind === 'payment_authorised') await lockTimeOfExtension(db, id, now);
  const payment = id === null ? null : await lockPayment(db, id);
  if (!payment) return 'unknown_payment';
  switch (event.kind) {
    case 'dispute_changed':
      return recordDispute(db, payment, event, { saidAt: new Date(event.at), now });
    case 'payment_authorised':
      return paymentAuthorised(db, payment, {
        paymentReference: event.paymentReference,
        payerCountry: event.payerCountry,
        now,
      });
    case 'payment_declined':
      await tellOfDecline(db, payment, now);
      return note(db, payment, "failure = 'card_declined'", now);
    case 'checkout_expired':
      return note(db, payment, "state = 'expired'", now);
    case 'payment_captured':
      if (payment.state === 'captured') return 'known';
      return (await hasPendingOrder(db, payment.id)) ? 'ours' : 'needs_a_person';
    case 'payment_voided':
      if (payment.state !== 'authorised') return 'known';
      if (await hasPendingOrder(db, payment.id)) return 'ours';
      return paymentLapsed(db, payment, now);
    case 'payment_refunded':
      return applyRefund(db, payment, event, now);
    case 'refund_failed':
      return applyRefundFailure(db, payment, event, now);
    case 'fraud_warned':
      return keepWarning(db, payment, event, now);
  }
}

/**
 * A warning of fraud moves no money: the team decides whether to give it back before it is
 * disputed.
 */
async function keepWarning(
  db: pg.ClientBase,
  { id, provider }: PaymentRow,
  { warningReference, reason }: FraudWarning,
  now: Date,
): Promise<Outcome> {
  const { rowCount } = await db.query(
    `insert into private.fraud_warnings (provider, reference, payment_id, reason, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [provider, warningReference, id, reason, now],
  );
  return rowCount === 0 ? 'known' : 'applied';
}

/** Only an open payment can be declined or expire. */
async function note(
  db: pg.ClientBase,
  { id, state }: PaymentRow,
  change: "failure = 'card_declined'" | "state = 'expired'",
  now: Date,
): Promise<Outcome> {
  if (state !== 'open') return 'known';
  await db.query(`update public.payments set ${change}, updated_at = $2 where id = $1`, [id, now]);
  return 'applied';
}

/** An extension is paid in the room, where its viewer sees the outcome. */
async function tellOfDecline(
  db: pg.ClientBase,
  { booking_id: bookingId, kind, state }: PaymentRow,
  now: Date,
): Promise<void> {
  if (kind !== 'booking' || state !== 'open') return;
  await notifyPaymentFailed(db, { bookingId, cause: 'declined', now });
}

async function hasPendingOrder(db: pg.ClientBase, paymentId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from public.payment_orders where payment_id = $1 and state = 'pending' limit 1",
    [paymentId],
  );
  return rowCount !== 0;
}

/**
 * A refund of ours is recorded by the worker that asked for it; one that was made at the provider
 * by hand, here. So is one whose order was given up or ended without it: the money has left
 * nevertheless.
 * @throws TellAgain while the capture that it takes from is not written down
 */
async function applyRefund(
  db: pg.ClientBase,
  payment: PaymentRow,
  event: Extract<PaymentEvent, { kind: 'payment_refunded' | 'refund_failed' }>,
  now: Date,
): Promise<Outcome> {
  const { rows } = await db.query(
    'select id, state, provider_reference from public.payment_orders where payment_id = $1 and (provider_reference = $2 or id::text = $3)',
    [payment.id, event.refundReference, event.key],
  );
  if (rows.some((order) => order.state === 'done' && order.provider_reference !== null)) return 'known';
  const ours = rows.find(({ state }) => state === 'pending');
  if (ours) {
    // This tells its worker that the refund was made, whatever the books allow. A worker that is
    // recording it at this moment knows already.
    await db.query(
      `update public.payment_orders set provider_reference = $2, amount_cents = $3, next_attempt_at = least(next_attempt_at, $4)
       where id = (select id from public.payment_orders where id = $1 and state = 'pending' for update skip locked)`,
      [ours.id, event.refundReference, event.amount, now],
    );
    return 'ours';
  }
  if (payment.state === 'open' || payment.state === 'authorised')
    throw new TellAgain('its capture is not written down yet');
  if (payment.state !== 'captured') return 'needs_a_person';
  const { posting, payment: after } = recordRefund(capturedOf(payment), cents(event.amount));
  const fresh = await writePosting(db, posting, {
    // Keyed by the refund, not by the event, so that a second event about it counts nothing.
    source: `refund:${payment.provider}:${event.refundReference}`,
    at: now,
    paymentId: payment.id,
  });
  if (!fresh) return 'known';
  await storeCaptured(db, payment.id, after);
  return 'applied';
}
