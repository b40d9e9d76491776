import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sum } from '#product/shared/money/cents.ts';
import { payoutParts } from './payout-parts.ts';

const shares = (...amounts: number[]) =>
  amounts.map((amount, index) => ({ paymentId: `p${String(index)}`, amount: cents(amount) }));

test('a payout takes the oldest shares first, and the rest of one with the next', () => {
  expect(payoutParts(shares(3_000, 4_000, 5_000), cents(8_500))).toEqual(shares(3_000, 4_000, 1_500));
});

test('what is owed after a refund is made up for by the other sessions', () => {
  const [first, owed] = shares(5_000, -2_000);
  expect(payoutParts([first!, owed!], cents(3_000))).toEqual([owed, first]);
});

test('the parts add up to the payout, and none takes more than there is', () => {
  const open = fc.array(fc.integer({ min: -5_000, max: 20_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(open, fc.integer({ min: 1, max: 60_000 }), (amounts, wanted) => {
      const given = shares(...amounts).filter(({ amount }) => amount !== 0);
      const available = sum(given.map(({ amount }) => amount));
      fc.pre(available >= wanted);
      const parts = payoutParts(given, cents(wanted));
      expect(sum(parts.map(({ amount }) => amount))).toBe(wanted);
      for (const part of parts) {
        const { amount } = given.find(({ paymentId }) => paymentId === part.paymentId)!;
        if (amount < 0) expect(part.amount).toBe(amount);
        else expect(part.amount > 0 && part.amount <= amount).toBe(true);
      }
    }),
  );
});
