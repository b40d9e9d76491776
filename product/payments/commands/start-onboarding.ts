import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import type { Person } from '#product/command/access.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { startOnboarding as contract } from '../contract.ts';
import { asAppError } from '../provider-errors.ts';

type Deps = Pick<ProductDeps, 'payments' | 'siteUrl'>;

/** Opens the provider's page on which a streamer says who they are and where their money goes. */
export const startOnboarding = (deps: Deps) =>
  serve({
    contract,
    async run({ db, person }) {
      const accountReference = await accountOf(db, person.id, deps.payments.name);
      return new AfterCommit(async (transact) => {
        const opened = await openOnboarding(deps, person, accountReference);
        await transact((again) =>
          storeAccount(again, person.id, deps.payments.name, opened.accountReference),
        );
        return { url: opened.url };
      });
    },
  });

/** A streamer's account at a provider; null when they have none there. */
export async function accountOf(
  db: pg.ClientBase,
  streamerId: string,
  provider: string,
): Promise<string | null> {
  const { rows } = await db.query(
    'select account_reference from public.payout_accounts where streamer_id = $1 and provider = $2',
    [streamerId, provider],
  );
  return rows[0]?.account_reference ?? null;
}

/** The provider makes one account for each streamer, however often it is asked. */
function openOnboarding({ payments, siteUrl }: Deps, person: Person, accountReference: string | null) {
  const page = `${siteUrl()}/streamer-dashboard/settings`;
  return asAppError(
    payments.openOnboarding({
      streamerId: person.id,
      email: person.email,
      accountReference,
      returnUrl: `${page}?onboarding=done`,
      refreshUrl: `${page}?onboarding=again`,
    }),
  );
}

/**
 * An installation that changed its provider begins with a new account: the old one is of no use
 * there.
 */
async function storeAccount(
  db: pg.ClientBase,
  streamerId: string,
  provider: string,
  accountReference: string,
): Promise<void> {
  await db.query(
    `insert into public.payout_accounts (streamer_id, provider, account_reference) values ($1, $2, $3)
     on conflict (streamer_id) do update set provider = excluded.provider, account_reference = excluded.account_reference,
       charges_enabled = false, payouts_enabled = false, requirements_due = '{}', updated_at = now()
     where payout_accounts.account_reference <> excluded.account_reference`,
    [streamerId, provider, accountReference],
  );
}
