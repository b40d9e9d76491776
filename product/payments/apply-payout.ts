import type pg from 'pg';
import { writePosting } from '#product/books/ledger.ts';
import { cents } from '#product/shared/money/cents.ts';
import type { PayoutEvent } from '#server/integrations/payments/provider-event.ts';
import { notifyPayoutFailed } from './notify-payment.ts';
import { confirmPayout, failPayout, returnPayout } from './rules/payout.ts';

/**
 * A payout's end may arrive before we have recorded that it was sent: then the event is refused,
 * and comes again later.
 */
export class TellAgain extends Error {
  override name = 'TellAgain';
}

/** How long it may take from the provider's answer to our commit. */
const SENDING_MILLIS = 600_000;

interface PayoutRow {
  id: string;
  streamer_id: string;
  state: string;
}

/** @throws TellAgain */
export async function applyPayout(
  db: pg.ClientBase,
  provider: string,
  event: PayoutEvent,
  now: Date,
): Promise<'applied' | 'known' | 'unknown_payout'> {
  const { rows } = await db.query(
    `select id, streamer_id, state from public.payouts where provider = $1 and provider_reference = $2 for update`,
    [provider, event.payoutReference],
  );
  const [payout] = rows;
  if (!payout) {
    if (now.getTime() - event.at < SENDING_MILLIS) throw new TellAgain('no such payout yet');
    return 'unknown_payout';
  }
  const paid = event.kind === 'payout_paid';
  // Banks sometimes return money days after they reported 'paid': a successful payout may still
  // fail, but never the other way round.
  if (payout.state === 'failed' || (paid && payout.state === 'paid')) return 'known';
  if (payout.state === 'paid') {
    await endPayout(db, payout, { posting: 'returned', now, error: 'returned by the bank' });
  } else {
    await endPayout(db, payout, {
      posting: paid ? 'paid' : 'failed',
      now,
      error: paid ? null : 'refused by the bank',
    });
  }
  return 'applied';
}

/**
 * Records a payout's end and moves the money accordingly: to the bank, or back to available, which
 * its streamer is told. The caller holds the payout's lock and knows that it has not failed before:
 * so each failure is told once.
 */
export async function endPayout(
  db: pg.ClientBase,
  { id, streamer_id: streamerId }: Pick<PayoutRow, 'id' | 'streamer_id'>,
  { posting, now, error }: { posting: 'paid' | 'failed' | 'returned'; now: Date; error: string | null },
): Promise<void> {
  const { rows } = await db.query(
    `update public.payouts set state = $2, ended_at = $3, last_error = $4, claimed_by = null, lease_until = null
     where id = $1 returning amount_cents`,
    [id, posting === 'paid' ? 'paid' : 'failed', now, error],
  );
  const amount = cents(rows[0]?.amount_cents ?? 0);
  const source = { source: `payout:${id}:${posting}`, at: now, payoutId: id };
  if (posting === 'paid') {
    await writePosting(db, confirmPayout(streamerId, amount), source);
    return;
  }
  if (posting === 'failed') await writePosting(db, failPayout(streamerId, amount), source);
  if (posting === 'returned') await writePosting(db, returnPayout(streamerId, amount), source);
  await notifyPayoutFailed(db, { streamerId, payoutId: id, amount, returned: posting === 'returned', now });
}
