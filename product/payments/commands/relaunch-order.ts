import type pg from 'pg';
import { insertOrder } from '#product/booking/payment-orders.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { relaunchOrder as contract } from '../contract.ts';
import { closeFailed } from './close-order.ts';

/** The states of a payment in which an order of each kind is still of use. */
const OF_USE: Readonly<Record<string, readonly string[]>> = {
  refund: ['captured'],
  refund_again: ['captured'],
  reverse_transfer: ['captured'],
  transfer: ['captured'],
  contest_dispute: ['captured'],
  accept_dispute: ['captured'],
  void: ['open', 'authorised'],
  // A capture that was refused has called its booking off.
  capture: [],
};

/** Whether the money of a refund that failed has left nevertheless. */
async function wasRefunded(db: pg.ClientBase, orderId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from private.refunded_orders r where r.id = $1', [orderId]);
  return rowCount !== 0;
}

/**
 * Sends a failed order once more, as another one: the provider answers the same key with the same
 * refusal. A refund gives back no more than is left, whatever happened meanwhile.
 */
export const relaunchOrder = serve({
  contract,
  async run({ db, person, input: { orderId, reason }, now }) {
    const { paymentId, payment, order } = await closeFailed(db, orderId, now);
    if (!payment || !OF_USE[order.kind]?.includes(payment.state)) throw new AppError('payment_not_found');
    if (order.kind === 'refund' && (await wasRefunded(db, orderId))) throw new AppError('already_done');
    const replacedBy = await insertOrder(db, {
      paymentId,
      kind: order.kind,
      amount: order.amount_cents,
      ...(order.dispute_reference === null ? {} : { dispute: order.dispute_reference }),
      ...(order.posting_kind === null ? {} : { postingKind: order.posting_kind }),
      now,
    });
    await db.query('update public.payment_orders set replaced_by = $2 where id = $1', [orderId, replacedBy]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'payments', id: paymentId },
      before: { orderId, state: 'failed' },
      after: { orderId: replacedBy, state: 'pending' },
      reason,
    });
    return { orderId, replacedBy };
  },
});
