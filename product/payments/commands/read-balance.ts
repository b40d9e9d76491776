import { balancesOfStreamer } from '#product/books/ledger.ts';
import { serve } from '#product/command/serve.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import { readBalance as contract } from '../contract.ts';
import { leastPayout, payoutsWait } from '../payouts.ts';
import { nextPayoutAt } from '../rules/payout.ts';

/**
 * Returns a streamer's balance, from the books; no day of payout while there is no account to send
 * it to, or payouts wait for the fiscal identity.
 */
export const readBalance = serve({
  contract,
  async run({ db, person, now }) {
    const { pending, available, inTransit } = await balancesOfStreamer(db, person.id);
    const { rowCount } = await db.query(
      'select from public.payout_accounts where streamer_id = $1 and payouts_enabled',
      [person.id],
    );
    const next = nextPayoutAt(instantOf(now.getTime()));
    const none = rowCount === 0 || (await payoutsWait(db, person.id, new Date(next)));
    return {
      pendingCents: pending,
      availableCents: available,
      inTransitCents: inTransit,
      nextPayoutAt: none ? null : formatInstant(next),
      leastPayoutCents: await leastPayout(db),
    };
  },
});
