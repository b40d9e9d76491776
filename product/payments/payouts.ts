import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { capturedOf, lockPayment } from '#product/booking/payment-row.ts';
import { isLostCapability, storeAccountState } from '#product/booking/payout-account.ts';
import { keptOf } from '#product/booking/rules/payment.ts';
import { balancesOfStreamer, writePosting } from '#product/books/ledger.ts';
import { type Cents, cents, sum } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { daysAfter, instantOf } from '#product/shared/time/instant.ts';
import { ProviderRefusal, ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { endPayout } from './apply-payout.ts';
import {
  type Claimed,
  drain,
  isStillOurs,
  leaseUntil,
  retryAt,
  type WorkDeps,
  whileClaimed,
} from './claim.ts';
import { notifyPayoutSent } from './notify-payment.ts';
import { isPassing } from './provider-errors.ts';
import { nextPayoutAt, payoutDue, sendPayout as payoutPosting } from './rules/payout.ts';
import { type OpenShare, payoutParts } from './rules/payout-parts.ts';

/** The last time at which payouts were due: Monday morning in Paris. */
const lastPayoutAt = (now: Date): Date => new Date(nextPayoutAt(daysAfter(instantOf(now.getTime()), -7)));

/** @returns the least amount of a payout, by the settings of today */
export async function leastPayout(db: pg.ClientBase | pg.Pool): Promise<Cents> {
  const { rows } = await db.query(
    'select payout_minimum_cents from public.platform_settings order by version desc limit 1',
  );
  return cents(rows[0]?.payout_minimum_cents ?? 0);
}

/**
 * @returns whether payouts of that moment wait until the streamer has said who they are
 *   (product/books/rules/reporting.ts)
 */
export async function payoutsWait(db: pg.ClientBase, streamerId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from public.identity_requests where streamer_id = $1 and completed_at is null and waits_from <= $2',
    [streamerId, at],
  );
  return rowCount !== 0;
}

/**
 * Once a week, sets aside what each streamer had available at that time: the payout's row and its
 * posting. What became available since waits for the next week, and who has not said who they are
 * for the law to allow it waits altogether.
 * @returns how many payouts were planned
 */
export async function planPayouts({ pool, product, now }: WorkDeps): Promise<number> {
  const due = lastPayoutAt(now());
  const { rows } = await pool.query(
    `select a.streamer_id, a.account_reference from public.payout_accounts a
     where a.provider = $1 and a.payouts_enabled and not exists (
       select from public.payouts p where p.streamer_id = a.streamer_id and (p.created_at >= $2 or p.state in ('pending', 'sent')))
       and not exists (select from public.identity_requests r
         where r.streamer_id = a.streamer_id and r.completed_at is null and r.waits_from <= $3)
       -- Shares that wait with the platform must be transferred first, which an account without that right refuses.
       and (a.charges_enabled or not exists (select from public.payments s where s.streamer_id = a.streamer_id
         and s.provider = a.provider and s.state = 'captured' and s.destination_reference is null
         and s.transfer_reference is null and s.released_at is not null and s.captured_cents > s.refunded_cents))
     order by a.streamer_id`,
    [product.payments.name, due, now()],
  );
  const least = await leastPayout(pool);
  let planned = 0;
  for (const { streamer_id: streamerId, account_reference } of rows) {
    planned += await inTransaction(pool, async (db) => {
      // When two processes plan at once, the second waits here, then finds the first one's payout.
      await db.query('select from public.payout_accounts where streamer_id = $1 for update', [streamerId]);
      const then = await balancesOfStreamer(db, streamerId, due);
      const today = await balancesOfStreamer(db, streamerId);
      // These shares are locked, so that nobody refunds any of them until the payout is written.
      const open = await openShares(db, streamerId);
      const available = Math.min(then.available, today.available, sum(open.map((share) => share.amount)));
      const amount = payoutDue(cents(available), { leastPayout: least });
      if (amount === null) return 0;
      const { rows: made } = await db.query(
        `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, next_attempt_at, created_at)
         select $1, $2, $3, $4, $5, $5 where not exists (
           select from public.payouts where streamer_id = $1 and (created_at >= $6 or state in ('pending', 'sent')))
         returning id`,
        [streamerId, product.payments.name, account_reference, amount, now(), due],
      );
      const [payout] = made;
      if (!payout) return 0;
      const parts = payoutParts(open, amount);
      await db.query(
        `insert into public.payout_parts (payout_id, payment_id, amount_cents) select $1, * from unnest($2::uuid[], $3::int[])`,
        [payout.id, parts.map(({ paymentId }) => paymentId), parts.map((part) => part.amount)],
      );
      // Payouts that had failed before are part of what was available.
      await db.query(
        `update public.payouts set retried_at = $2
         where streamer_id = $1 and state = 'failed' and retried_at is null and ended_at <= $3`,
        [streamerId, now(), due],
      );
      await writePosting(db, payoutPosting(streamerId, amount), {
        source: `payout:${payout.id}`,
        at: now(),
        payoutId: payout.id,
      });
      return 1;
    });
  }
  return planned;
}

/**
 * The part of each payment that no payout has included yet, the oldest first, locked until the
 * transaction ends.
 */
async function openShares(db: pg.ClientBase, streamerId: string): Promise<OpenShare[]> {
  const { rows } = await db.query(
    `select payment_id, available_cents from public.payment_balances
     where streamer_id = $1 and available_cents <> 0 order by available_since, payment_id for update`,
    [streamerId],
  );
  return rows.map((row) => ({ paymentId: row.payment_id, amount: cents(Number(row.available_cents)) }));
}

const CLAIM = `with next as (
    select id from public.payouts
    where state = 'pending' and next_attempt_at <= $1 and (lease_until is null or lease_until <= $1) and provider = $2
    order by next_attempt_at limit 1 for update skip locked
  )
  update public.payouts p set claimed_by = $3, lease_until = $4 from next where p.id = next.id
  returning p.id, p.claimed_by, p.streamer_id, p.account_reference, p.amount_cents, p.attempts`;

export type PayoutRow = Row<typeof CLAIM> & Claimed;

/**
 * Claims the payout that is due longest.
 * @returns null when none is due, or others are at all of them
 */
export async function claimPayout({ pool, product, now }: WorkDeps): Promise<PayoutRow | null> {
  const at = now();
  const claim = randomUUID();
  const { rows } = await pool.query(CLAIM, [at, product.payments.name, claim, leaseUntil(at)]);
  return rows[0] ? { ...rows[0], claimed_by: claim } : null;
}

/**
 * Sends a claimed payout, as an order is carried out: the call under its own id as key with no
 * connection held, then its record.
 */
export async function sendPayout(deps: WorkDeps, payout: PayoutRow): Promise<void> {
  const { pool, product, now } = deps;
  const amount = cents(payout.amount_cents);
  try {
    const { payoutReference } = await whileClaimed(deps, 'payouts', payout, async () => {
      await transferShares(deps, payout);
      return product.payments.sendPayout({
        accountReference: payout.account_reference,
        amount,
        key: payout.id,
      });
    });
    await inTransaction(pool, async (db) => {
      if (!(await isStillOurs(db, 'payouts', payout))) return;
      await db.query(
        // From now on another attempt only asks about its outcome: reconcilePayouts.
        `update public.payouts set state = 'sent', provider_reference = $2, sent_at = $3::timestamptz, attempts = attempts + 1,
           last_error = null, next_attempt_at = $3::timestamptz + interval '1 day', claimed_by = null, lease_until = null where id = $1`,
        [payout.id, payoutReference, now()],
      );
      await notifyPayoutSent(db, { streamerId: payout.streamer_id, payoutId: payout.id, amount, now: now() });
    });
  } catch (error) {
    if (isLostCapability(error)) await askAgain(deps, payout.account_reference);
    await recordFailure(deps, payout, error);
  }
}

/**
 * An account that may no longer receive or send is asked for again: what it lacks is then shown to
 * its streamer.
 */
async function askAgain({ pool, product: { payments }, logger }: WorkDeps, account: string): Promise<void> {
  try {
    await storeAccountState(pool, payments.name, await payments.askForCapabilities(account));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
    logger.warn({ err: error, account }, 'an account could not be asked for again');
  }
}

/**
 * A payout that the provider refuses for good becomes available balance again; any other failure is
 * tried again later.
 */
async function recordFailure(deps: WorkDeps, payout: PayoutRow, error: unknown): Promise<void> {
  const { pool, logger, now } = deps;
  const refusal = error instanceof ProviderRefusal && !isPassing(error) ? error : null;
  const detail = { err: error, payout: payout.id };
  if (isPassing(error)) logger.warn(detail, 'payout not sent');
  else logger.error(detail, refusal ? 'payout refused' : 'a payout met a fault of ours');
  await inTransaction(pool, async (db) => {
    if (!(await isStillOurs(db, 'payouts', payout))) return;
    if (refusal) return endPayout(db, payout, { posting: 'failed', now: now(), error: refusal.code });
    const attempts = payout.attempts + 1;
    await db.query(
      `update public.payouts set attempts = $2, last_error = $3, next_attempt_at = $4, claimed_by = null, lease_until = null
       where id = $1`,
      [payout.id, attempts, error instanceof Error ? error.message : String(error), retryAt(now(), attempts)],
    );
  });
}

// Including payments whose transfer was begun without an answer, even when something was refunded
// since.
const UNTRANSFERRED = `select id from public.payments where streamer_id = $1 and provider = $2 and state = 'captured'
    and destination_reference is null and transfer_reference is null and released_at is not null
    and (captured_cents > refunded_cents or transferred_cents > 0)`;

/**
 * Moves to the streamer's account the released shares of payments that were taken before there was
 * one.
 */
async function transferShares(
  { pool, product: { payments } }: WorkDeps,
  { streamer_id, account_reference: accountReference }: PayoutRow,
): Promise<void> {
  const { rows } = await pool.query(UNTRANSFERRED, [streamer_id, payments.name]);
  for (const { id } of rows) {
    const begun = await inTransaction(pool, (db) => beginTransfer(db, id));
    if (begun === null) continue;
    try {
      const { transferReference } = await payments.transfer({
        ...begun,
        accountReference,
        key: `transfer-${id}`,
      });
      await pool.query(
        'update public.payments set transfer_reference = $2 where id = $1 and transfer_reference is null',
        [id, transferReference],
      );
    } catch (error) {
      if (error instanceof ProviderRefusal && !isPassing(error))
        await pool.query(
          'update public.payments set transferred_cents = 0 where id = $1 and transfer_reference is null',
          [id],
        );
      throw error;
    }
  }
}

/**
 * Decides how much of a payment is transferred, and makes its orders wait until that is recorded: a
 * refund must know whether it has to take back part of it. A transfer that began before a crash is
 * requested again unchanged.
 * @returns null when it is done, or when an order goes first and its share waits for the next
 *   payout
 */
async function beginTransfer(
  db: pg.ClientBase,
  id: string,
): Promise<{ paymentReference: string; amount: Cents } | null> {
  const payment = await lockPayment(db, id);
  if (!payment?.payment_reference || payment.transfer_reference !== null) return null;
  const { rowCount } = await db.query(
    `select from public.payment_orders where payment_id = $1 and state = 'pending' and private.order_queue(kind) = 'payment' limit 1`,
    [id],
  );
  if (payment.transferred_cents === 0 && rowCount !== 0) return null;
  const captured = capturedOf(payment);
  const amount =
    payment.transferred_cents === 0
      ? streamerShareOf(keptOf(captured), captured.fee)
      : cents(payment.transferred_cents);
  await db.query('update public.payments set transferred_cents = $2 where id = $1', [id, amount]);
  return { paymentReference: payment.payment_reference, amount };
}

/** Sends every payout that is due. @returns how many were tried */
export const sendPayouts = (deps: WorkDeps, signal?: AbortSignal): Promise<number> =>
  drain(deps, { claim: () => claimPayout(deps), carryOut: (payout) => sendPayout(deps, payout) }, signal);
