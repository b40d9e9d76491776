import { ACCOUNTS, type Account, accountNamed } from './ledger.ts';

/**
 * One side of the books: each account with the sign of its natural side, in cents, and their sum.
 */
export interface BooksSide {
  readonly accounts: readonly { readonly name: Account; readonly cents: number }[];
  readonly cents: number;
}

/**
 * All accounts of the ledger, those without a balance too, by their natural side: what is had and
 * spent, and whose it is. Both sides come to the same, to the cent, whenever the ledger sums to
 * zero.
 * @param balances of each account that has lines, debit positive
 */
export function balanceSheet(balances: readonly { account: string; amount_cents: number }[]) {
  const standing = new Map(
    balances.map(({ account, amount_cents }) => [accountNamed(account), amount_cents]),
  );
  const side = (natural: 'debit' | 'credit'): BooksSide => {
    const accounts = Object.entries(ACCOUNTS)
      .filter(([, of]) => of === natural)
      .map(([account]) => {
        const name = accountNamed(account);
        const amount = standing.get(name) ?? 0;
        return { name, cents: natural === 'debit' ? amount : 0 - amount };
      });
    return { accounts, cents: accounts.reduce((sum, { cents }) => sum + cents, 0) };
  };
  const has = side('debit');
  const owes = side('credit');
  return { has, owes, total: has.cents - owes.cents };
}
