import type { Stripe } from 'stripe';
import { type Cents, cents, NOTHING, sum } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { ProviderEvent } from '../provider-event.ts';
import { accountStateOf } from './stripe-account.ts';
import { keyOf } from './stripe-calls.ts';

/** The name under which a payment's id travels with each of Stripe's objects. */
export const PAYMENT_ID = 'payment_id';

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

type Head = Pick<ProviderEvent, 'eventId' | 'at'>;

/** @returns null for an event that Loge has no use for */
export function readEvent(event: Stripe.Event): ProviderEvent | null {
  const head: Head = { eventId: event.id, at: instantOf(event.created * 1000) };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      return {
        ...head,
        kind: event.type === 'checkout.session.completed' ? 'payment_authorised' : 'checkout_expired',
        paymentId: session.metadata?.[PAYMENT_ID] ?? null,
        checkoutReference: session.id,
        paymentReference: idOf(session.payment_intent),
        amount: cents(session.amount_total ?? 0),
      };
    }
    case 'payment_intent.payment_failed':
      return aboutIntent(head, 'payment_declined', event.data.object, event.data.object.amount);
    case 'payment_intent.succeeded':
      return aboutIntent(head, 'payment_captured', event.data.object, event.data.object.amount_received);
    case 'payment_intent.canceled':
      return aboutIntent(head, 'payment_voided', event.data.object, event.data.object.amount);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return aboutRefund(head, event.data.object);
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return aboutDispute(head, event.type, event.data.object);
    case 'account.updated':
      return { ...head, kind: 'account_updated', ...accountStateOf(event.data.object) };
    case 'payout.paid':
    case 'payout.failed':
      return {
        ...head,
        kind: event.type === 'payout.paid' ? 'payout_paid' : 'payout_failed',
        payoutReference: event.data.object.id,
        accountReference: event.account ?? '',
        amount: cents(event.data.object.amount),
      };
    default:
      return null;
  }
}

function aboutIntent(
  head: Head,
  kind: 'payment_declined' | 'payment_captured' | 'payment_voided',
  intent: Stripe.PaymentIntent,
  amount: number,
): ProviderEvent {
  return {
    ...head,
    kind,
    paymentId: intent.metadata[PAYMENT_ID] ?? null,
    checkoutReference: null,
    paymentReference: intent.id,
    amount: cents(amount),
  };
}

/** A card's refund succeeds at once; a pending one has a second event when it is decided. */
function aboutRefund(head: Head, refund: Stripe.Refund): ProviderEvent | null {
  if (refund.status !== 'succeeded' && refund.status !== 'failed') return null;
  return {
    ...head,
    kind: refund.status === 'succeeded' ? 'payment_refunded' : 'refund_failed',
    paymentId: null,
    checkoutReference: null,
    paymentReference: idOf(refund.payment_intent),
    refundReference: refund.id,
    key: keyOf(refund),
    amount: cents(refund.amount),
  };
}

/**
 * A dispute begins for us when the bank takes the money (an inquiry takes none) and ends when it is closed; one closed in
 * any other way than won or lost never took money.
 */
function aboutDispute(
  head: Head,
  type: 'charge.dispute.funds_withdrawn' | 'charge.dispute.closed',
  dispute: Stripe.Dispute,
): ProviderEvent | null {
  const about = {
    ...head,
    paymentId: null,
    checkoutReference: null,
    paymentReference: idOf(dispute.payment_intent),
    disputeReference: dispute.id,
    amount: cents(dispute.amount),
  };
  if (type === 'charge.dispute.funds_withdrawn') {
    return { ...about, kind: 'dispute_opened', cost: disputeCost(dispute) };
  }
  if (dispute.status === 'won') return { ...about, kind: 'dispute_won', cost: NOTHING };
  return dispute.status === 'lost' ? { ...about, kind: 'dispute_lost', cost: NOTHING } : null;
}

const disputeCost = (dispute: Stripe.Dispute): Cents =>
  sum(dispute.balance_transactions.map(({ fee }) => cents(fee)));
