import { type Cents, cents, minus, NOTHING, sum } from '#domain/money/cents.ts';

/** The share of one payment that no payout has taken along, or, below zero, what one took too much: a refund came after it. */
export interface OpenShare {
  readonly paymentId: string;
  /** Cents. */
  readonly amount: Cents;
}

/**
 * What a payout of an amount is made of: everything that is owed first, for the amount is what stays after it, then the oldest shares, the
 * last of them in part when it is more than the amount needs.
 * @param open every share of the streamer that is not zero, the oldest first
 * @returns what it takes of each payment; together the amount, or less when there is less
 */
export function payoutParts(open: readonly OpenShare[], amount: Cents): OpenShare[] {
  const owed = open.filter((share) => share.amount < NOTHING);
  let left = minus(amount, sum(owed.map((share) => share.amount)));
  const taken: OpenShare[] = [];
  for (const share of open) {
    if (share.amount <= NOTHING || left <= NOTHING) continue;
    const part = cents(Math.min(share.amount, left));
    left = minus(left, part);
    taken.push({ paymentId: share.paymentId, amount: part });
  }
  return [...owed, ...taken];
}
