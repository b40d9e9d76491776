import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ProductDeps } from '#product/command/deps.ts';
import type { Row } from '#server/postgres/typed-query.ts';

/** The workers that call the payment provider need these. */
export interface WorkDeps {
  pool: pg.Pool;
  product: ProductDeps;
  logger: Logger;
  now: () => Date;
  /** How many orders, and how many payouts, are sent to the provider at once. */
  concurrency: number;
}

/**
 * After how many milliseconds without a sign of life others may take over what a worker had
 * claimed.
 */
const LEASE = 20_000;
/** Milliseconds. Twice it may fail before the lease is over. */
const RENEW_EVERY = 6_000;

export const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE);

/** 5 s, 15 s, 45 s, … up to an hour, and never given up, because a person is owed the money. */
export const retryAt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(5 * 3 ** (attempts - 1), 3_600) * 1000);

/**
 * A row whose call to the provider is under way. Each claim has an id of its own: once another
 * process has taken the row over, the first claim no longer counts.
 */
export interface Claimed {
  id: string;
  claimed_by: string;
  attempts: number;
}

/** The tables whose rows are claimed. */
type ClaimedTable = 'payment_orders' | 'payouts';

/**
 * Whether this process may still record the result of its claim. It may not when its lease ran out
 * and another took over, which makes the same call with the same key and gets the same answer.
 * Locks the row until the transaction ends.
 */
export async function isStillOurs(
  db: pg.ClientBase,
  table: ClaimedTable,
  { id, claimed_by }: Claimed,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from public.${table} where id = $1 and claimed_by = $2 and state = 'pending' for update`,
    [id, claimed_by],
  );
  return rowCount === 1;
}

/**
 * Does `work` on a claimed row, holding no connection for it, and keeps others from the row while
 * this process lives.
 */
export async function whileClaimed<T>(
  { pool, logger, now }: WorkDeps,
  table: ClaimedTable,
  { id, claimed_by }: Claimed,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => {
    pool
      .query(`update public.${table} set lease_until = $3 where id = $1 and claimed_by = $2`, [
        id,
        claimed_by,
        leaseUntil(now()),
      ])
      .catch((error: unknown) => logger.warn({ err: error, id }, 'a claim could not be renewed'));
  }, RENEW_EVERY);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

/** How soon workers with free capacity look for more while a call hangs. Milliseconds. */
const LOOK_AGAIN = 1_000;

/**
 * Claims one row after another and carries them out, `concurrency` at once, until none is due and
 * none is under way.
 * @param signal aborted: claims no more, and ends what is under way
 * @returns how many were tried
 * @throws whatever made one fail whose failure could not be recorded either: the database is away,
 *   and its lease runs out
 */
export async function drain<Row>(
  { concurrency }: WorkDeps,
  { claim, carryOut }: { claim: () => Promise<Row | null>; carryOut: (row: Row) => Promise<void> },
  signal?: AbortSignal,
): Promise<number> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const begin = (row: Row) => {
    const work = carryOut(row)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  for (let tried = 0; ; ) {
    const mayClaim = underWay.size < concurrency && failures.length === 0 && !signal?.aborted;
    const row = mayClaim ? await claim() : null;
    if (row !== null) {
      begin(row);
      tried += 1;
    } else if (underWay.size > 0) await Promise.race([...underWay, sleep(LOOK_AGAIN)]);
    else if (failures.length > 0) throw failures[0];
    else return tried;
  }
}

// Orders of one payment are carried out one after another, in the order in which they were decided,
// and not while its transfer is on the way. Nobody's refund waits for a streamer's account to have
// enough, nor for an answer to a bank: those are queues of their own.
const CLAIM = `with next as (
    select o.id from public.payment_orders o join public.payments p on p.id = o.payment_id
    where o.state = 'pending' and o.next_attempt_at <= $1 and (o.lease_until is null or o.lease_until <= $1) and p.provider = $2
      and (p.transferred_cents = 0 or p.transfer_reference is not null)
      and not exists (select from public.payment_orders e where e.payment_id = o.payment_id and e.state = 'pending'
        and private.order_queue(e.kind) = private.order_queue(o.kind) and (e.created_at, e.id) < (o.created_at, o.id))
    order by o.next_attempt_at, o.created_at limit 1 for update of o skip locked
  )
  update public.payment_orders o set claimed_by = $3, lease_until = $4 from next where o.id = next.id
  returning o.id, o.claimed_by, o.payment_id, o.kind, o.amount_cents, o.posting_kind,
    o.provider_reference, o.dispute_reference, o.attempts`;

export type OrderRow = Row<typeof CLAIM> & Claimed;

/**
 * Claims the order that has been due longest.
 * @returns null when none is due, or other processes hold all of them
 */
export async function claimOrder({ pool, product, now }: WorkDeps): Promise<OrderRow | null> {
  const at = now();
  const claim = randomUUID();
  const { rows } = await pool.query(CLAIM, [at, product.payments.name, claim, leaseUntil(at)]);
  return rows[0] ? { ...rows[0], claimed_by: claim } : null;
}
