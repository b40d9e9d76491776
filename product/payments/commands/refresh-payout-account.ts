import { AfterCommit } from '#platform/functions/command.ts';
import { storeAccountState } from '#product/booking/payout-account.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { refreshPayoutAccount as contract } from '../contract.ts';
import { asAppError } from '../provider-errors.ts';
import { accountOf } from './start-onboarding.ts';

/**
 * Asks the provider what a streamer's account may do: on the way back from its page, before its
 * event has come.
 */
export const refreshPayoutAccount = ({ payments }: Pick<ProductDeps, 'payments'>) =>
  serve({
    contract,
    async run({ db, person }) {
      const account = await accountOf(db, person.id, payments.name);
      if (account === null) return { payoutsEnabled: false, chargesEnabled: false };
      return new AfterCommit(async (transact) => {
        const state = await asAppError(payments.readAccount(account));
        await transact((again) => storeAccountState(again, payments.name, state));
        return { payoutsEnabled: state.payoutsEnabled, chargesEnabled: state.chargesEnabled };
      });
    },
  });
