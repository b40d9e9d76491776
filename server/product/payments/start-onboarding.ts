import { startOnboarding as contract } from '#contracts/payments.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { streamer as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { asAppError } from '#server/product/lifecycle/provider-errors.ts';

/** Opens the provider's page on which a streamer says who they are and where their money goes. */
export const startOnboarding = ({ payments, siteUrl }: Pick<ProductDeps, 'payments' | 'siteUrl'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person }) {
      const { rows } = await db.query<{ account_reference: string }>(
        'select account_reference from public.payout_accounts where streamer_id = $1 and provider = $2',
        [person.id, payments.name],
      );
      const page = `${siteUrl()}/streamer-dashboard/settings`;
      const { accountReference, url } = await asAppError(
        payments.openOnboarding({
          streamerId: person.id,
          email: person.email,
          accountReference: rows[0]?.account_reference ?? null,
          returnUrl: `${page}?onboarding=done`,
          refreshUrl: `${page}?onboarding=again`,
        }),
      );
      // An installation that changed its provider begins anew: the old account is of no use there.
      await db.query(
        `insert into public.payout_accounts (streamer_id, provider, account_reference) values ($1, $2, $3)
         on conflict (streamer_id) do update set provider = excluded.provider, account_reference = excluded.account_reference,
           charges_enabled = false, payouts_enabled = false, requirements_due = '{}', updated_at = now()
         where payout_accounts.account_reference <> excluded.account_reference`,
        [person.id, payments.name, accountReference],
      );
      return { url };
    },
  });
