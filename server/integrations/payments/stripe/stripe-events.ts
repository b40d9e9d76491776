import type { z } from 'zod';
import { cents, NOTHING, sum } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type DisputeAtProvider, UnreadableEvent } from '../provider.ts';
import type { DisputeState, ProviderEvent } from '../provider-event.ts';
import {
  accountShape,
  type DisputeShape,
  disputeShape,
  eventHead,
  fraudShape,
  intentShape,
  payoutShape,
  refundShape,
  sessionShape,
  thinEvent,
} from './event-shapes.ts';
import { accountStateOf } from './stripe-account.ts';
import { keyOf } from './stripe-calls.ts';

/** The name under which a payment's id travels with each of Stripe's objects. */
export const PAYMENT_ID = 'payment_id';

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** Of an address that a payer gave; what is no code of a country is left to what else is known. */
export const countryOf = (
  address: { country?: string | null | undefined } | null | undefined,
): string | null => /^[A-Z]{2}$/.exec(address?.country ?? '')?.[0] ?? null;

type Head = Pick<ProviderEvent, 'eventId' | 'at'>;

/** @throws UnreadableEvent */
function shaped<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const { data, error } = shape.safeParse(value);
  if (error) throw new UnreadableEvent(error.issues[0]?.path.join('.') ?? '', { cause: error });
  return data;
}

/**
 * Reads the body of a webhook whose signature was checked.
 * @returns null for an event that Loge has no use for: thin ones and snapshots of other types
 * @throws UnreadableEvent for no event, or one whose object is not as Stripe publishes it
 */
export function readEvent(body: unknown): ProviderEvent | null {
  if (thinEvent.safeParse(body).success) return null;
  const { id, type, created, account, data } = shaped(eventHead, body);
  const head: Head = { eventId: id, at: instantOf(created * 1000) };
  return account ? readOfAccount(head, type, data.object, account) : readOfPlatform(head, type, data.object);
}

/**
 * Reads an event of our own account. Its payouts go to our own bank, and are none of ours to a
 * streamer.
 */
function readOfPlatform(head: Head, type: string, object: unknown): ProviderEvent | null {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired': {
      const session = shaped(sessionShape, object);
      return {
        ...head,
        kind: type === 'checkout.session.completed' ? 'payment_authorised' : 'checkout_expired',
        paymentId: session.metadata?.[PAYMENT_ID] ?? null,
        checkoutReference: session.id,
        paymentReference: idOf(session.payment_intent),
        amount: cents(session.amount_total ?? 0),
        payerCountry: countryOf(session.customer_details?.address),
      };
    }
    case 'payment_intent.payment_failed':
      return aboutIntent(head, 'payment_declined', shaped(intentShape, object));
    case 'payment_intent.succeeded':
      return aboutIntent(head, 'payment_captured', shaped(intentShape, object));
    case 'payment_intent.canceled':
      return aboutIntent(head, 'payment_voided', shaped(intentShape, object));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return aboutRefund(head, shaped(refundShape, object));
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return aboutDispute(head, type, shaped(disputeShape, object));
    case 'radar.early_fraud_warning.created': {
      const warning = shaped(fraudShape, object);
      return {
        ...head,
        kind: 'fraud_warned',
        paymentId: null,
        checkoutReference: null,
        paymentReference: idOf(warning.payment_intent),
        warningReference: warning.id,
        reason: warning.fraud_type,
      };
    }
    default:
      return null;
  }
}

/** Reads an event of a connected account: the endpoint for those has a secret of its own. */
function readOfAccount(head: Head, type: string, object: unknown, account: string): ProviderEvent | null {
  switch (type) {
    case 'account.updated':
      return { ...head, kind: 'account_updated', ...accountStateOf(shaped(accountShape, object)) };
    case 'payout.paid':
    case 'payout.failed': {
      const payout = shaped(payoutShape, object);
      return {
        ...head,
        kind: type === 'payout.paid' ? 'payout_paid' : 'payout_failed',
        payoutReference: payout.id,
        accountReference: account,
        amount: cents(payout.amount),
      };
    }
    default:
      return null;
  }
}

function aboutIntent(
  head: Head,
  kind: 'payment_declined' | 'payment_captured' | 'payment_voided',
  intent: z.output<typeof intentShape>,
): ProviderEvent {
  return {
    ...head,
    kind,
    paymentId: intent.metadata?.[PAYMENT_ID] ?? null,
    checkoutReference: null,
    paymentReference: intent.id,
    amount: cents(kind === 'payment_captured' ? intent.amount_received : intent.amount),
  };
}

/** A card's refund succeeds at once; a pending one has a second event when it is decided. */
function aboutRefund(head: Head, refund: z.output<typeof refundShape>): ProviderEvent | null {
  if (refund.status !== 'succeeded' && refund.status !== 'failed') return null;
  return {
    ...head,
    kind: refund.status === 'succeeded' ? 'payment_refunded' : 'refund_failed',
    paymentId: null,
    checkoutReference: null,
    paymentReference: idOf(refund.payment_intent),
    refundReference: refund.id,
    key: keyOf(refund),
    failure: refund.status === 'failed' ? (refund.failure_reason ?? 'unknown') : null,
    amount: cents(refund.amount),
  };
}

/** One that moved money and does not say how much yet is about its whole amount. */
function aboutDispute(head: Head, type: string, dispute: DisputeShape): ProviderEvent {
  const state = disputeStateOf(dispute);
  const untold = dispute.balance_transactions.length === 0;
  const gaveBack = type === 'charge.dispute.funds_reinstated';
  const took = gaveBack || type === 'charge.dispute.funds_withdrawn' || state.outcome === 'lost';
  return {
    ...head,
    kind: 'dispute_changed',
    paymentId: null,
    checkoutReference: null,
    ...state,
    withdrawn: untold && took ? state.amount : state.withdrawn,
    reinstated: untold && gaveBack ? state.amount : state.reinstated,
  };
}

const outcomeOf = (status: string): DisputeState['outcome'] =>
  status === 'won' ? 'won' : status === 'lost' ? 'lost' : null;

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
function phaseOf(status: string): DisputeState['phase'] {
  if (status === 'warning_needs_response') return 'inquiry';
  if (status.endsWith('needs_response')) return 'needs_answer';
  return status.endsWith('under_review') ? 'answered' : 'closed';
}

/**
 * A dispute as Stripe has it: its balance transactions say what the bank took and gave back, and
 * what Stripe charges for it.
 */
export function disputeStateOf(dispute: DisputeShape): DisputeAtProvider {
  const { id, amount, status, balance_transactions: moved } = dispute;
  const phase = phaseOf(status);
  const dueBy = dispute.evidence_details?.due_by ?? null;
  const sumOf = (sign: 1 | -1) => sum(moved.map((each) => cents(Math.max(NOTHING, sign * each.amount))));
  const feesOf = (sign: 1 | -1) => sum(moved.map(({ fee }) => cents(Math.max(NOTHING, sign * fee))));
  return {
    disputeReference: id,
    paymentReference: idOf(dispute.payment_intent),
    amount: cents(amount),
    withdrawn: sumOf(-1),
    reinstated: sumOf(1),
    outcome: outcomeOf(status),
    cost: feesOf(1),
    costGivenBack: feesOf(-1),
    reason: dispute.reason ?? 'general',
    phase,
    answerBy:
      dueBy !== null && (phase === 'inquiry' || phase === 'needs_answer') ? instantOf(dueBy * 1000) : null,
  };
}
