import { type Cents, cents, minus, NOTHING } from '#product/shared/money/cents.ts';

/**
 * Divides a refund of a booking over the payments that were made for it. The last one is refunded
 * first: what was not delivered of a prolonged session is its end, and a viewer who gets an
 * extension back sees the amount of that extension on their statement.
 * @param left cents that each payment has left, in the order in which they were made
 * @returns what each refunds, none more than it has left; together the amount, or all that is left
 *   when that is less
 */
export function spreadRefund(amount: Cents, left: readonly Cents[]): Cents[] {
  let due: number = amount;
  return left
    .toReversed()
    .map((most) => {
      const given = cents(Math.max(NOTHING, Math.min(due, most)));
      due = minus(cents(due), given);
      return given;
    })
    .toReversed();
}
