import { refreshPayoutAccount as contract } from '#contracts/payments.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { streamer as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { asAppError } from '#server/product/lifecycle/provider-errors.ts';
import { applyAccount } from './apply-payout.ts';

/** Asks the provider what a streamer's account may do: on the way back from its page, before its event has come. */
export const refreshPayoutAccount = ({ payments }: Pick<ProductDeps, 'payments'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person }) {
      const { rows } = await db.query<{ account_reference: string }>(
        'select account_reference from public.payout_accounts where streamer_id = $1 and provider = $2',
        [person.id, payments.name],
      );
      const [account] = rows;
      if (!account) return { payoutsEnabled: false, chargesEnabled: false };
      const state = await asAppError(payments.readAccount(account.account_reference));
      await applyAccount(db, payments.name, state);
      return { payoutsEnabled: state.payoutsEnabled, chargesEnabled: state.chargesEnabled };
    },
  });
