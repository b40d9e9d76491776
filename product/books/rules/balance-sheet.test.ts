import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceSheet } from './balance-sheet.ts';
import { ACCOUNTS } from './ledger.ts';

test('every account of the ledger stands on one side, and both sides add up to the same', () => {
  const names = Object.keys(ACCOUNTS);
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), {
    minLength: names.length,
    maxLength: names.length,
  });
  fc.assert(
    fc.property(amounts, fc.nat(names.length), ([first = 0, ...others], left) => {
      // Any ledger that sums to zero; some accounts have no line yet.
      const rest = others.slice(0, left);
      const sum = rest.reduce((total, amount) => total + amount, 0);
      const balances = [0 - sum, ...rest].map((amount_cents, at) => ({
        account: names[at] ?? '',
        amount_cents,
      }));
      expect(first).toBeTypeOf('number');
      const { has, owes, total } = balanceSheet(balances);
      expect([...has.accounts, ...owes.accounts].map(({ name }) => name).sort()).toEqual([...names].sort());
      expect(has.accounts.reduce((of, { cents }) => of + cents, 0)).toBe(has.cents);
      expect(total).toBe(0);
      expect(has.cents).toBe(owes.cents);
    }),
  );
});

test('what a bank holds and what disputes cost are on the screen', () => {
  const { has, owes } = balanceSheet([
    { account: 'provider_balance', amount_cents: 9_000 },
    { account: 'disputed_funds', amount_cents: 4_999 },
    { account: 'dispute_costs', amount_cents: 2_000 },
    { account: 'platform_fees', amount_cents: -1_500 },
    { account: 'streamer_pending', amount_cents: -14_499 },
  ]);
  expect(has.accounts).toContainEqual({ name: 'disputed_funds', cents: 4_999 });
  expect(has.cents).toBe(15_999);
  expect(owes.cents).toBe(15_999);
});
