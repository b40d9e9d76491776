import type pg from 'pg';
import { lockPayment } from '#product/booking/payment-row.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { closeOrder as contract } from '../contract.ts';

/**
 * Takes a failed order out of what somebody has to look at. Of two people who do so at once one is
 * told that it is done.
 * @throws AppError not_found, already_done
 */
export async function closeFailed(db: pg.ClientBase, orderId: string, now: Date) {
  const { rows: found } = await db.query('select payment_id from public.payment_orders where id = $1', [
    orderId,
  ]);
  const paymentId = found[0]?.payment_id;
  if (paymentId === undefined) throw new AppError('not_found');
  const payment = await lockPayment(db, paymentId);
  const { rows } = await db.query(
    `update public.payment_orders set state = 'closed', closed_at = $2 where id = $1 and state = 'failed'
     returning kind, amount_cents, posting_kind, dispute_reference, provider_reference, created_at`,
    [orderId, now],
  );
  const [order] = rows;
  if (!order) throw new AppError('already_done');
  return { paymentId, payment, order };
}

/**
 * Closes an order that the provider refused: it was settled otherwise, or is settled no more. Work
 * that waited for it goes on.
 */
export const closeOrder = serve({
  contract,
  async run({ db, person, input: { orderId, reason }, now }) {
    const { paymentId } = await closeFailed(db, orderId, now);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'payments', id: paymentId },
      before: { orderId, state: 'failed' },
      after: { orderId, state: 'closed' },
      reason,
    });
    return { orderId };
  },
});
