import { type BasisPoints, type Cents, cents, minus, NOTHING, shareOf } from './cents.ts';

/** The least that a paid offer costs (the product's rules: at least 5 EUR, or free). */
export const LEAST_PAID_PRICE = cents(500);

/** The highest price, so that a typing error does not cost a fortune: 5,000 EUR. */
export const GREATEST_PRICE = cents(500_000);

export function isPrice(amount: number): amount is Cents {
  if (!Number.isSafeInteger(amount)) return false;
  return amount === NOTHING || (amount >= LEAST_PAID_PRICE && amount <= GREATEST_PRICE);
}

/**
 * The platform's fee on an amount that the viewer has paid and that is not refunded. Processing
 * costs are included in it.
 */
export function feeOf(paid: Cents, fee: BasisPoints): Cents {
  return shareOf(paid, fee);
}

/** The streamer's share of it: all but the fee. */
export function streamerShareOf(paid: Cents, fee: BasisPoints): Cents {
  return minus(paid, feeOf(paid, fee));
}
