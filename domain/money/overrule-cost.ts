import { basisPoints, cents, minus, NOTHING } from '#domain/money/cents.ts';
import { feeOf, streamerShareOf } from '#domain/money/price.ts';
import { spreadRefund } from '#domain/money/spread-refund.ts';

/** A captured payment of a booking, as far as giving back concerns it. Cents; the fee in basis points. */
export interface RefundablePayment {
  readonly captured_cents: number;
  readonly refunded_cents: number;
  readonly refunding_cents: number;
  readonly fee_basis_points: number;
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
 * Who bears what, should the viewer get `refundCents` back in all: spread over the payments as the server spreads it.
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
