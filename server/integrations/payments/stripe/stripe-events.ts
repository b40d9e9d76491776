import type { Stripe } from 'stripe';
import { cents, NOTHING, sum } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { DisputeAtProvider } from '../provider.ts';
import type { DisputeState, ProviderEvent } from '../provider-event.ts';
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
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return aboutDispute(head, event.data.object, {});
    case 'charge.dispute.funds_withdrawn':
      return aboutDispute(head, event.data.object, { fundsWithdrawn: true });
    case 'charge.dispute.funds_reinstated':
      return aboutDispute(head, event.data.object, { fundsWithdrawn: true, fundsReinstated: true });
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

/** Null while a bank only inquires, or when its inquiry ended without taking money. */
function aboutDispute(
  head: Head,
  dispute: Stripe.Dispute,
  told: Partial<DisputeState>,
): ProviderEvent | null {
  const state = { ...disputeStateOf(dispute), ...told };
  if (!state.fundsWithdrawn && state.outcome === null) return null;
  return { ...head, kind: 'dispute_changed', paymentId: null, checkoutReference: null, ...state };
}

const outcomeOf = (status: string): DisputeState['outcome'] =>
  status === 'won' ? 'won' : status === 'lost' ? 'lost' : null;

/** A dispute as Stripe has it: its balance transactions say what the bank took and gave back, and what Stripe charges for it. */
export function disputeStateOf(dispute: Stripe.Dispute): DisputeAtProvider {
  const { id, amount, status, balance_transactions: moved } = dispute;
  const feesOf = (sign: 1 | -1) => sum(moved.map(({ fee }) => cents(Math.max(NOTHING, sign * fee))));
  return {
    disputeReference: id,
    paymentReference: idOf(dispute.payment_intent),
    amount: cents(amount),
    fundsWithdrawn: moved.some((transaction) => transaction.amount < 0),
    fundsReinstated: moved.some((transaction) => transaction.amount > 0),
    outcome: outcomeOf(status),
    cost: feesOf(1),
    costGivenBack: feesOf(-1),
  };
}
