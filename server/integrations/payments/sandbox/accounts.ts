import type pg from 'pg';
import { type AccountState, type OnboardingOrder, ProviderRefusal } from '../provider.ts';
import { newReference } from './checkouts.ts';
import { tell } from './webhooks.ts';

export interface Account {
  reference: string;
  email: string;
  link: string;
  return_url: string;
  enabled_at: Date | null;
  bank_refuses: boolean;
}

const stateOf = ({ reference, enabled_at }: Pick<Account, 'reference' | 'enabled_at'>): AccountState => ({
  accountReference: reference,
  chargesEnabled: enabled_at !== null,
  payoutsEnabled: enabled_at !== null,
  requirementsDue: enabled_at === null ? ['identity', 'bank_account'] : [],
});

/** One account for each streamer, and a new link each time. */
export async function openOnboarding(
  db: pg.ClientBase,
  { streamerId, email, returnUrl }: OnboardingOrder,
): Promise<{ accountReference: string; link: string }> {
  const link = newReference('link');
  const { rows } = await db.query(
    `insert into sandbox.accounts (reference, streamer_id, email, link, return_url) values ($1, $2, $3, $4, $5)
     on conflict (streamer_id) do update
       set link = excluded.link, return_url = excluded.return_url, email = excluded.email
     returning reference`,
    [newReference('account'), streamerId, email, link, returnUrl],
  );
  return { accountReference: rows[0]?.reference ?? '', link };
}

/** @throws ProviderRefusal for an unknown account */
export async function readAccount(db: pg.ClientBase, reference: string): Promise<AccountState> {
  const { rows } = await db.query('select * from sandbox.accounts where reference = $1', [reference]);
  if (!rows[0]) throw new ProviderRefusal('resource_missing', `no account ${reference}`);
  return stateOf(rows[0]);
}

export async function accountOfLink(db: pg.ClientBase, link: string): Promise<Account | null> {
  const { rows } = await db.query('select * from sandbox.accounts where link = $1 for update', [link]);
  return rows[0] ?? null;
}

export async function enableAccount(
  db: pg.ClientBase,
  account: Account,
  { bankRefuses, now }: { bankRefuses: boolean; now: Date },
): Promise<void> {
  await db.query('update sandbox.accounts set enabled_at = $2, bank_refuses = $3 where reference = $1', [
    account.reference,
    now,
    bankRefuses,
  ]);
  const state = stateOf({ ...account, enabled_at: now });
  await tell(db, { kind: 'account_updated', ...state }, { now });
}
