import { orderRefund } from '#product/booking/payment-orders.ts';
import { lockPayment } from '#product/booking/payment-row.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { refundPayment as contract } from '../marketplace-contract.ts';

/**
 * Orders a refund that no rule requires. The worker of payment orders tells the provider, and also
 * posts it.
 */
export const refundPayment = serve({
  contract,
  async run({ db, person, input, now }) {
    const { paymentId, amountCents } = input;
    // First the locks, of the booking and then of its payment as everybody takes them; then a new
    // statement: only that sees what another admin ordered while this one waited.
    await lockPayment(db, paymentId);
    const { rows } = await db.query(
      `select p.refunded_cents + coalesce((select sum(o.amount_cents) from public.payment_orders o
         where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0)::int as refunded
       from public.payments p where p.id = $1`,
      [paymentId],
    );
    const [payment] = rows;
    if (!payment) throw new AppError('payment_not_found');
    if (payment.refunded !== input.expectedRefundedCents) throw new AppError('already_done');
    await orderRefund(db, { paymentId, amount: amountCents, now });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'payments', id: paymentId },
      before: { refundedCents: payment.refunded },
      after: { refundedCents: payment.refunded + amountCents },
      reason: input.reason,
    });
    return { paymentId, amountCents };
  },
});
