import { readBalance as contract } from '#contracts/payments.ts';
import { nextPayoutAt } from '#domain/money/payout.ts';
import { formatInstant, instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { streamerOrAdmin as access } from '#server/product/access.ts';
import { balancesOfStreamer } from '#server/product/lifecycle/ledger.ts';
import { leastPayout, payoutsWait } from './payouts.ts';

/** What a streamer has, from the books; no day of payout while there is no account to send it to, or payouts wait for the fiscal identity. */
export const readBalance = defineCommand({
  contract,
  access,
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
