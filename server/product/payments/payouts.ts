import type pg from 'pg';
import { type Cents, cents } from '#domain/money/cents.ts';
import { keptOf } from '#domain/money/payment.ts';
import { nextPayoutAt, payoutDue, sendPayout } from '#domain/money/payout.ts';
import { streamerShareOf } from '#domain/money/price.ts';
import { daysAfter, instantOf } from '#domain/time/instant.ts';
import { ProviderRefusal, ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { balancesOfStreamer, writePosting } from '#server/product/lifecycle/ledger.ts';
import { capturedOf, lockPayment } from '#server/product/lifecycle/payment-row.ts';
import { endPayout } from './apply-payout.ts';
import { postpone, retrySeconds, type WorkDeps } from './carry-out-orders.ts';
import { tellPayoutSent } from './tell-payout.ts';

/** The last time at which payouts were due: Monday morning in Paris. */
const lastPayoutAt = (now: Date): Date => new Date(nextPayoutAt(daysAfter(instantOf(now.getTime()), -7)));

/** @returns the least amount of a payout, by the settings of today */
export async function leastPayout(db: pg.ClientBase | pg.Pool): Promise<Cents> {
  const { rows } = await db.query<{ payout_minimum_cents: number }>(
    'select payout_minimum_cents from public.platform_settings order by version desc limit 1',
  );
  return cents(rows[0]?.payout_minimum_cents ?? 0);
}

/**
 * Once a week, sets aside what each streamer had available at that time: the payout's row and its posting. What became
 * available since waits for the next week.
 * @returns how many payouts were planned
 */
export async function planPayouts({ pool, product, now }: WorkDeps): Promise<number> {
  const due = lastPayoutAt(now());
  const { rows } = await pool.query<{ streamer_id: string; account_reference: string }>(
    `select a.streamer_id, a.account_reference from public.payout_accounts a
     where a.provider = $1 and a.payouts_enabled and not exists (
       select from public.payouts p where p.streamer_id = a.streamer_id and (p.created_at >= $2 or p.state in ('pending', 'sent')))
     order by a.streamer_id`,
    [product.payments.name, due],
  );
  const least = await leastPayout(pool);
  let planned = 0;
  for (const { streamer_id: streamerId, account_reference } of rows) {
    planned += await inTransaction(pool, async (db) => {
      // Two processes that plan at once: the second waits here, then finds the first one's payout.
      await db.query('select from public.payout_accounts where streamer_id = $1 for update', [streamerId]);
      const then = await balancesOfStreamer(db, streamerId, due);
      const today = await balancesOfStreamer(db, streamerId);
      const amount = payoutDue(cents(Math.min(then.available, today.available)), { leastPayout: least });
      if (amount === null) return 0;
      const { rows: made } = await db.query<{ id: string }>(
        `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, next_attempt_at, created_at)
         select $1, $2, $3, $4, $5, $5 where not exists (
           select from public.payouts where streamer_id = $1 and (created_at >= $6 or state in ('pending', 'sent')))
         returning id`,
        [streamerId, product.payments.name, account_reference, amount, now(), due],
      );
      const [payout] = made;
      if (!payout) return 0;
      await writePosting(db, sendPayout(streamerId, amount), {
        source: `payout:${payout.id}`,
        at: now(),
        payoutId: payout.id,
      });
      return 1;
    });
  }
  return planned;
}

interface PayoutRow {
  id: string;
  streamer_id: string;
  account_reference: string;
  amount_cents: number;
  attempts: number;
}

/** Sends the payout that is due longest, holding its row meanwhile. @returns false when none is due */
async function sendOne(deps: WorkDeps, take: (payout: PayoutRow) => void): Promise<boolean> {
  const { pool, product, logger, now } = deps;
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<PayoutRow>(
      `select id, streamer_id, account_reference, amount_cents, attempts from public.payouts
       where state = 'pending' and next_attempt_at <= $1 and provider = $2
       order by next_attempt_at limit 1 for update skip locked`,
      [now(), product.payments.name],
    );
    const [payout] = rows;
    if (!payout) return false;
    take(payout);
    try {
      await gather(db, deps, payout);
      const { payoutReference } = await product.payments.sendPayout({
        accountReference: payout.account_reference,
        amount: cents(payout.amount_cents),
        key: payout.id,
      });
      await db.query(
        // From now on the next attempt is one at hearing of it: reconcilePayouts.
        `update public.payouts set state = 'sent', provider_reference = $2, sent_at = $3::timestamptz, attempts = attempts + 1,
           last_error = null, next_attempt_at = $3::timestamptz + interval '1 day' where id = $1`,
        [payout.id, payoutReference, now()],
      );
      await tellPayoutSent(db, product, {
        streamerId: payout.streamer_id,
        amount: cents(payout.amount_cents),
        now: now(),
      });
    } catch (error) {
      const passing =
        error instanceof ProviderUnavailable ||
        (error instanceof ProviderRefusal && error.code === 'balance_insufficient');
      if (!passing && !(error instanceof ProviderRefusal)) throw error;
      logger[passing ? 'warn' : 'error']({ err: error, payout: payout.id }, 'payout not sent');
      if (passing) {
        const next = new Date(now().getTime() + retrySeconds(payout.attempts + 1) * 1000);
        await db.query(
          'update public.payouts set attempts = attempts + 1, last_error = $2, next_attempt_at = $3 where id = $1',
          [payout.id, error.message, next],
        );
      } else {
        await endPayout(db, payout, { posting: 'failed', now: now(), error: error.code });
      }
    }
    return true;
  });
}

/** Moves to the streamer's account the released shares of payments that were taken before there was one. */
async function gather(
  db: pg.ClientBase,
  { product }: WorkDeps,
  { streamer_id: streamerId, account_reference: accountReference }: PayoutRow,
): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from public.payments where streamer_id = $1 and provider = $2 and state = 'captured'
       and destination_reference is null and transfer_reference is null and released_at is not null
       and captured_cents > refunded_cents`,
    [streamerId, product.payments.name],
  );
  for (const { id } of rows) {
    const payment = await lockPayment(db, id);
    if (payment === null || payment.payment_reference === null) continue;
    const captured = capturedOf(payment);
    const amount = streamerShareOf(keptOf(captured), captured.fee);
    const { transferReference } = await product.payments.transfer({
      accountReference,
      paymentReference: payment.payment_reference,
      amount,
      key: `transfer-${id}`,
    });
    await db.query(
      'update public.payments set transfer_reference = $2, transferred_cents = $3 where id = $1',
      [id, transferReference, amount],
    );
  }
}

/** Sends every payout that is due; one that meets a fault of ours keeps none of the others waiting. @returns how many were tried */
export async function sendPayouts(deps: WorkDeps): Promise<number> {
  for (let tried = 0; ; tried++) {
    let taken: PayoutRow | null = null;
    const take = (payout: PayoutRow) => {
      taken = payout;
    };
    try {
      if (!(await sendOne(deps, take))) return tried;
    } catch (error) {
      await postpone(deps, 'payouts', { row: taken, error });
    }
  }
}
