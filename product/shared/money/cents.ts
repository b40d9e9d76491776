import type { Branded } from '../branded.ts';

/** Euro cents, always whole. Negative only in ledger lines and balances. */
export type Cents = Branded<number, 'Cents'>;

/** Hundredths of a percent: 10,000 is the whole. */
export type BasisPoints = Branded<number, 'BasisPoints'>;

export const NOTHING = 0 as Cents;
export const EVERYTHING = 10_000 as BasisPoints;

/** Throws a RangeError unless the number is a whole number of cents that arithmetic keeps exact. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return (amount + 0) as Cents;
}

/** Throws a RangeError unless the number is a whole number from 0 to 10,000. */
export function basisPoints(share: number): BasisPoints {
  if (!Number.isInteger(share) || share < 0 || share > EVERYTHING) {
    throw new RangeError(`not a share in basis points: ${share}`);
  }
  return share as BasisPoints;
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

export function minus(amount: Cents, other: Cents): Cents {
  return cents(amount - other);
}

export function negated(amount: Cents): Cents {
  return cents(0 - amount);
}

/**
 * `amount` x `numerator` / `denominator`, to the nearest cent, an exact half up. People round half
 * up, and so does the law for euros (Regulation (EC) 1103/97, article 5); half-even avoids a bias
 * over many sums that cannot build up here, because the other side of each split is always the
 * remainder and never rounded on its own. Takes no negative amount, for which 'up' would be
 * ambiguous.
 */
export function fraction(amount: Cents, numerator: number, denominator: number): Cents {
  const product = amount * numerator;
  if (amount < 0 || numerator < 0 || denominator <= 0 || !Number.isSafeInteger(2 * product + denominator)) {
    throw new RangeError(`no such fraction: ${amount} x ${numerator} / ${denominator}`);
  }
  return Math.floor((2 * product + denominator) / (2 * denominator)) as Cents;
}

/** The share of an amount in basis points, rounded as `fraction` does. */
export function shareOf(amount: Cents, share: BasisPoints): Cents {
  return fraction(amount, share, EVERYTHING);
}

/**
 * Splits an amount in proportion to weights so that the parts add up to it exactly (largest
 * remainder method): each part is rounded down, then the remaining cents go to the parts that lost
 * the largest fractions, to the earlier part when they tie. Weights are whole and not negative; not
 * all zero unless the amount is.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((before, weight) => before + weight, 0);
  const valid =
    amount >= 0 && weights.every((weight) => Number.isSafeInteger(weight * amount) && weight >= 0);
  if (!valid || (total === 0 && amount > 0)) throw new RangeError(`cannot split ${amount} by ${weights}`);
  if (amount === 0) return weights.map(() => NOTHING);
  const parts = weights.map((weight, index) => {
    const part = Math.floor((amount * weight) / total);
    return { index, part, lost: amount * weight - part * total };
  });
  let left = amount - parts.reduce((before, { part }) => before + part, 0);
  for (const share of [...parts].sort((a, b) => b.lost - a.lost || a.index - b.index)) {
    if (left === 0) break;
    share.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part as Cents);
}
