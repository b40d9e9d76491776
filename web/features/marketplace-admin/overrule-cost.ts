import { basisPoints, cents } from '#domain/money/cents.ts';
import { feeOf, streamerShareOf } from '#domain/money/price.ts';

/** A captured payment of a booking, as far as giving back concerns it. Cents; the fee in basis points. */
export interface RefundablePayment {
  captured_cents: number;
  refunded_cents: number;
  refunding_cents: number;
  fee_basis_points: number;
}

export interface OverruleCost {
  /** What the viewer gets on top of what they have. */
  toViewer: number;
  fromStreamer: number;
  fromLoge: number;
}

const givenBack = ({ refunded_cents, refunding_cents }: RefundablePayment): number =>
  refunded_cents + refunding_cents;

export const paidOf = (payments: readonly RefundablePayment[]): number =>
  payments.reduce((sum, { captured_cents }) => sum + captured_cents, 0);
export const givenBackOf = (payments: readonly RefundablePayment[]): number =>
  payments.reduce((sum, payment) => sum + givenBack(payment), 0);

/**
 * Who bears what, should the viewer get `refundCents` back in all: of one payment after the other, in the order in which the server does it.
 * @param payments the session's own first, then its extensions'
 */
export function overruleCost(payments: readonly RefundablePayment[], refundCents: number): OverruleCost {
  let left = refundCents - givenBackOf(payments);
  const cost = { toViewer: 0, fromStreamer: 0, fromLoge: 0 };
  for (const payment of payments) {
    const kept = payment.captured_cents - givenBack(payment);
    const amount = Math.max(0, Math.min(left, kept));
    const fee = basisPoints(payment.fee_basis_points);
    const [before, after] = [cents(kept), cents(kept - amount)];
    cost.toViewer += amount;
    cost.fromStreamer += streamerShareOf(before, fee) - streamerShareOf(after, fee);
    cost.fromLoge += feeOf(before, fee) - feeOf(after, fee);
    left -= amount;
  }
  return cost;
}
