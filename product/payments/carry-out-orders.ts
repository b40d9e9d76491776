import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import {
  claimOrder,
  drain,
  isStillOurs,
  type OrderRow,
  retryAt,
  type WorkDeps,
  whileClaimed,
} from './claim.ts';
import { callOff, HalfRefunded, Postponed, perform } from './perform-order.ts';
import { isPassing } from './provider-errors.ts';

/**
 * Tells the provider a claimed order and records the result. No connection is held meanwhile. When
 * a process dies at any point the order stays pending: once its lease is over another process makes
 * the same call with the same key, the order's id, and the books get its posting once.
 */
export async function carryOutOrder(deps: WorkDeps, order: OrderRow): Promise<void> {
  try {
    const record = await whileClaimed(deps, 'payment_orders', order, () => perform(deps, order));
    await inTransaction(deps.pool, async (db) => {
      if (!(await isStillOurs(db, 'payment_orders', order))) return;
      const reference = await record(db);
      await db.query(
        `update public.payment_orders set state = 'done', attempts = attempts + 1, last_error = null, provider_reference = $2,
           done_at = $3, claimed_by = null, lease_until = null where id = $1`,
        [order.id, reference, deps.now()],
      );
    });
  } catch (error) {
    await recordFailure(deps, order, error);
  }
}

/**
 * An order that the provider refuses for good fails; after any other error it is tried again later,
 * without delaying the others.
 */
async function recordFailure(deps: WorkDeps, order: OrderRow, error: unknown): Promise<void> {
  const { pool, logger, now } = deps;
  const refusal = error instanceof ProviderRefusal && !isPassing(error) ? error : null;
  const attempts = order.attempts + 1;
  const detail = { err: error, order: order.id, kind: order.kind, attempts };
  if (isPassing(error) || error instanceof Postponed) logger.warn(detail, 'payment order postponed');
  else logger.error(detail, refusal ? 'payment order refused' : 'a payment order met a fault of ours');
  await inTransaction(pool, async (db) => {
    if (!(await isStillOurs(db, 'payment_orders', order))) return;
    // Before a capture is repeated its booking must be as it was; otherwise the money of a
    // cancelled one would be taken.
    if (refusal && order.kind === 'capture')
      await callOff(db, order.payment_id, { code: refusal.code, now: now() });
    if (refusal instanceof HalfRefunded) await refusal.record(db);
    await db.query(
      `update public.payment_orders set state = $2, attempts = $3, last_error = $4, next_attempt_at = $5,
         provider_reference = coalesce($6, provider_reference), claimed_by = null, lease_until = null where id = $1`,
      [
        order.id,
        refusal ? 'failed' : 'pending',
        attempts,
        error instanceof ProviderRefusal
          ? error.code
          : String(error instanceof Error ? error.message : error),
        retryAt(now(), attempts),
        refusal?.refundReference ?? null,
      ],
    );
  });
}

/**
 * Carries out every order that is due. Any number of processes may do so at once.
 * @returns how many were tried
 */
export const carryOutOrders = (deps: WorkDeps, signal?: AbortSignal): Promise<number> =>
  drain(deps, { claim: () => claimOrder(deps), carryOut: (order) => carryOutOrder(deps, order) }, signal);
