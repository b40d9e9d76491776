import { ProviderRefusal, ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { endPayout } from './apply-payout.ts';
import type { WorkDeps } from './claim.ts';

/**
 * Asks the provider once a day about payouts that no event ended, and does what the event would have done.
 * @returns how many had ended
 */
export async function reconcilePayouts({ pool, product, logger, now }: WorkDeps): Promise<number> {
  const { rows } = await pool.query(
    `update public.payouts set next_attempt_at = $1::timestamptz + interval '1 day'
     where state = 'sent' and next_attempt_at <= $1 and provider = $2 and provider_reference is not null
     returning id, streamer_id, account_reference, provider_reference`,
    [now(), product.payments.name],
  );
  let ended = 0;
  for (const payout of rows) {
    try {
      const status = await product.payments.readPayout({
        accountReference: payout.account_reference,
        payoutReference: payout.provider_reference,
      });
      if (status === 'under_way') continue;
      ended += await inTransaction(pool, async (db) => {
        const { rowCount } = await db.query(
          "select from public.payouts where id = $1 and state = 'sent' for update",
          [payout.id],
        );
        if (rowCount === 0) return 0;
        const error = status === 'paid' ? null : 'refused by the bank';
        await endPayout(db, payout, { posting: status, now: now(), error });
        return 1;
      });
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
      logger.warn({ err: error, payout: payout.id }, 'a payout could not be asked about');
    }
  }
  return ended;
}
