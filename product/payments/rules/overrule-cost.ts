import { spreadRefund } from '#product/booking/rules/spread-refund.ts';
import { basisPoints, cents, minus, NOTHING } from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';

/**
 * A captured payment of a booking, with what a refund depends on. Cents; the fee in basis points.
 */
export interface RefundablePayment {
  readonly captured_cents: number;
  readonly refunded_cents: number;
  readonly refunding_cents: number;
  readonly fee_basis_points: number;
}

export interface OverruleCost {
  /** The viewer's further refund, in addition to what they have already. */
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
 * Divides the cost between those who bear it, if the viewer gets `refundCents` back in all, over
 * the payments in the same way as the server does.
 * @param payments the session's own first, then its extensions'
 */
export function overruleCost(payments: readonly RefundablePayment[], refundCents: number): OverruleCost {
  const more = cents(Math.max(0, refundCents - givenBackOf(payments)));
  const kept = payments.map((payment) => cents(payment.captured_cents - givenBack(payment)));
  const shares = spreadRefund(more, kept);
  const cost = { toViewer: 0, fromStreamer: 0, fromLoge: 0 };
  for (const [index, payment] of payments.entries()) {
    const before = kept[index] ?? NOTHING;
    const share = shares[index] ?? NOTHING;
    const after = minus(before, share);
    const fee = basisPoints(payment.fee_basis_points);
    cost.toViewer += share;
    cost.fromStreamer += streamerShareOf(before, fee) - streamerShareOf(after, fee);
    cost.fromLoge += feeOf(before, fee) - feeOf(after, fee);
  }
  return cost;
}
