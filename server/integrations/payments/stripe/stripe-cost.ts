import type { Stripe } from 'stripe';
import { type Cents, cents, sum } from '#domain/money/cents.ts';

/** What to ask for with a payment intent so that `costOf` finds it. */
export const EXPAND_COST = ['latest_charge.balance_transaction'];

/**
 * What Stripe takes for its work: the fees of its own kind on the charge, of which our application fee is none.
 * Stripe may settle a charge a moment after it was captured; then it does not say yet.
 */
export function costOf(intent: Stripe.PaymentIntent): { cost: Cents | null } {
  const charge = intent.latest_charge;
  const settled = charge !== null && typeof charge === 'object' ? charge.balance_transaction : null;
  if (settled === null || typeof settled !== 'object') return { cost: null };
  const fees = settled.fee_details.filter(({ type }) => type !== 'application_fee');
  return { cost: sum(fees.map(({ amount }) => cents(amount))) };
}
