import type pg from 'pg';
import type { Logger } from 'pino';
import { ProviderRefusal, ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { isPassing } from '#server/product/lifecycle/provider-errors.ts';
import { carryOutCapture, carryOutRefund, carryOutVoid, Postponed } from './carry-out.ts';

export interface WorkDeps {
  pool: pg.Pool;
  product: ProductDeps;
  logger: Logger;
  now: () => Date;
}

export interface OrderRow {
  id: string;
  payment_id: string;
  kind: 'capture' | 'void' | 'refund';
  amount_cents: number;
  posting_kind: 'refund' | 'settlement' | null;
  attempts: number;
}

/** 5 s, 15 s, 45 s, … up to an hour, and never given up: it is somebody's money. */
export const retrySeconds = (attempts: number): number => Math.min(5 * 3 ** (attempts - 1), 3_600);

// Orders of one payment are carried out one after another, in the order in which they were decided.
const NEXT = `select o.id, o.payment_id, o.kind, o.amount_cents, o.posting_kind, o.attempts
  from public.payment_orders o join public.payments p on p.id = o.payment_id
  where o.state = 'pending' and o.next_attempt_at <= $1 and p.provider = $2
    and not exists (select from public.payment_orders e where e.payment_id = o.payment_id and e.state = 'pending'
      and (e.created_at, e.id) < (o.created_at, o.id))
  order by o.next_attempt_at, o.created_at limit 1 for update of o skip locked`;

/**
 * Tells the provider the order that is due longest and writes down what came of it, holding the order's row meanwhile. A
 * process that dies at any point leaves the order pending: the next one makes the same call with the same key, the order's id,
 * and the books get its posting once.
 * @returns false when none is due
 */
async function carryOutOne(deps: WorkDeps, take: (order: OrderRow) => void): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    const now = deps.now();
    const { rows } = await db.query<OrderRow>(NEXT, [now, deps.product.payments.name]);
    const [order] = rows;
    if (!order) return false;
    take(order);
    try {
      const reference = await perform(db, deps, order, now);
      await db.query(
        `update public.payment_orders set state = 'done', attempts = attempts + 1, last_error = null,
           provider_reference = $2, done_at = $3 where id = $1`,
        [order.id, reference, now],
      );
    } catch (error) {
      await recordFailure(db, deps, order, { error, now });
    }
    return true;
  });
}

function perform(db: pg.ClientBase, deps: WorkDeps, order: OrderRow, now: Date): Promise<string | null> {
  switch (order.kind) {
    case 'capture':
      return carryOutCapture(db, deps, order, now);
    case 'void':
      return carryOutVoid(db, deps, order, now);
    case 'refund':
      return carryOutRefund(db, deps, order, now);
  }
}

/** Only the provider's answers are recorded; anything else is ours and rolls back. */
async function recordFailure(
  db: pg.ClientBase,
  { logger }: WorkDeps,
  order: OrderRow,
  { error, now }: { error: unknown; now: Date },
): Promise<void> {
  const passing =
    error instanceof ProviderUnavailable ||
    error instanceof Postponed ||
    (error instanceof ProviderRefusal && isPassing(error));
  if (!passing && !(error instanceof ProviderRefusal)) throw error;
  const attempts = order.attempts + 1;
  await db.query(
    `update public.payment_orders set state = $2, attempts = $3, last_error = $4, next_attempt_at = $5 where id = $1`,
    [
      order.id,
      passing ? 'pending' : 'failed',
      attempts,
      error instanceof ProviderRefusal ? error.code : error.message,
      new Date(now.getTime() + retrySeconds(attempts) * 1000),
    ],
  );
  const detail = { err: error, order: order.id, kind: order.kind, attempts };
  if (passing) logger.warn(detail, 'payment order postponed');
  else logger.error(detail, 'payment order refused');
}

/**
 * Carries out every order that is due. Any number of processes may do so at once. An order that meets a fault of ours is
 * logged and tried again later, and keeps none of the others waiting.
 * @returns how many were tried
 */
export async function carryOutOrders(deps: WorkDeps): Promise<number> {
  for (let tried = 0; ; tried++) {
    let taken: OrderRow | null = null;
    const take = (order: OrderRow) => {
      taken = order;
    };
    try {
      if (!(await carryOutOne(deps, take))) return tried;
    } catch (error) {
      await postpone(deps, 'payment_orders', { row: taken, error });
    }
  }
}

/**
 * After the rollback of what went wrong with a row.
 * @throws the error itself when there was no row: the database is away
 */
export async function postpone(
  { pool, logger, now }: WorkDeps,
  table: 'payment_orders' | 'payouts',
  { row, error }: { row: { id: string; attempts: number } | null; error: unknown },
): Promise<void> {
  if (row === null) throw error;
  const attempts = row.attempts + 1;
  logger.error({ err: error, table, id: row.id, attempts }, 'money could not be moved');
  await pool.query(
    `update public.${table} set attempts = $2, last_error = $3, next_attempt_at = $4 where id = $1 and state = 'pending'`,
    [
      row.id,
      attempts,
      error instanceof Error ? error.message : String(error),
      new Date(now().getTime() + retrySeconds(attempts) * 1000),
    ],
  );
}
