import { type Cents, cents, minus, NOTHING, sum } from '#product/shared/money/cents.ts';

/**
 * The share of one payment that no payout has included yet; negative when a refund came after the
 * payout that included it.
 */
export interface OpenShare {
  readonly paymentId: string;
  /** Cents. */
  readonly amount: Cents;
}

/**
 * The parts of a payout of an amount: first everything that is owed, since the amount is what
 * remains after it, then the oldest shares, the last of them in part when it is more than the
 * amount needs.
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
