import {
  type BasisPoints,
  basisPoints,
  type Cents,
  cents,
  minus,
  NOTHING,
  shareOf,
} from '#product/shared/money/cents.ts';
import { feeOf, GREATEST_PRICE, LEAST_PAID_PRICE, streamerShareOf } from '#product/shared/money/price.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';

/** The reduction that a code makes of a price. */
export type Cut =
  /** Whole percent of it. */
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: Cents };

/** The one who gets less: the streamer, whose code it is, or Loge, whose commission pays for the team's. */
export const BEARERS = ['streamer', 'platform'] as const;
export type Bearer = (typeof BEARERS)[number];

/** Limits of a code, which the database repeats. */
export const CODE_LIMITS = {
  percent: { min: 1, max: 90 },
  /** Cents. */
  amount: { min: 50, max: GREATEST_PRICE },
  mostUses: { min: 1, max: 100_000 },
  mostEach: { min: 1, max: 100 },
} as const;

/** The terms of a sale: its price, and the platform's share of it. */
export interface Terms {
  readonly price: Cents;
  readonly fee: BasisPoints;
}

/** A sale with a code. All amounts are cents. */
export interface Discounted {
  /** The terms that are frozen on booking and payment; all that follows from them is as ever. */
  readonly terms: Terms;
  readonly discount: Cents;
  /** The share that the streamer earns of the session, and what the platform keeps. */
  readonly share: Cents;
  readonly commission: Cents;
  /** How much less than without the code each of them gets; both add up to the discount. */
  readonly fromStreamer: Cents;
  readonly fromPlatform: Cents;
}

export type DiscountRefusal =
  /** It would cost less than the least that a streamer may ask, or nothing. */
  | 'price_too_low'
  /** The commission of the session does not cover what the code takes off. */
  | 'beyond_commission';

/**
 * The terms of a sale with a code: the page shows them before a code is made or taken, and the
 * server freezes them. A streamer's code lowers the price, and the commission is its share of that.
 * One of the team's lowers price and commission: the rate is lowered so that the streamer's share
 * stays what it was. Up to 100 EUR it is the same to the cent; above, where one hundredth of a
 * percent is more than a cent, the streamer gets the rest. A code never takes off less than it
 * says: where that is not possible it is refused.
 */
export function discounted(list: Terms, cut: Cut, bearer: Bearer): Result<Discounted, DiscountRefusal> {
  const discount = cut.kind === 'amount' ? cut.amount : shareOf(list.price, basisPoints(cut.percent * 100));
  const price = minus(list.price, discount);
  if (price < LEAST_PAID_PRICE) return refused('price_too_low');
  const commissionBefore = feeOf(list.price, list.fee);
  const left = minus(commissionBefore, discount);
  if (bearer === 'platform' && left < NOTHING) return refused('beyond_commission');
  const fee = bearer === 'streamer' ? list.fee : greatestRate(price, left);
  const commission = feeOf(price, fee);
  const share = streamerShareOf(price, fee);
  return accepted({
    terms: { price, fee },
    discount,
    share,
    commission,
    fromStreamer: minus(streamerShareOf(list.price, list.fee), share),
    fromPlatform: minus(commissionBefore, commission),
  });
}

/** The greatest rate by which the commission on a price is at most so many cents. */
function greatestRate(price: Cents, most: Cents): BasisPoints {
  // The share is rounded half up: below (most + 1/2) / price.
  return basisPoints(Math.ceil(((2 * most + 1) * 5_000) / price) - 1);
}

/**
 * The least price for which a code applies, in cents; null when it never does, as one of the team's
 * that takes off more than the commission.
 */
export function leastPriceFor(cut: Cut, bearer: Bearer, fee: BasisPoints): Cents | null {
  const applies = (price: number) => discounted({ price: cents(price), fee }, cut, bearer).ok;
  if (!applies(GREATEST_PRICE)) return null;
  // The rest of a price, and of its commission, never falls as the price rises.
  let [low, high]: [number, number] = [LEAST_PAID_PRICE, GREATEST_PRICE];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (applies(middle)) high = middle;
    else low = middle + 1;
  }
  return cents(low);
}

/** A code as it is compared and kept: what is typed by hand, in capitals and without blanks. */
export const codeOf = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();
export const CODE_PATTERN = /^[A-Z0-9]{3,20}$/;
