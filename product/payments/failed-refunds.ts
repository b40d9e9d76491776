import type pg from 'pg';
import type { PaymentRow } from '#product/booking/payment-row.ts';
import { refundFailed } from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import { cents } from '#product/shared/money/cents.ts';
import type { PaymentEvent } from '#server/integrations/payments/provider-event.ts';
import { TellAgain } from './apply-payout.ts';
import { notifyRefundReturned } from './notify-payment.ts';

/**
 * How long after it failed a refund may still be missing from the books, while its own event, or
 * its worker, is under way.
 */
const BOOKING_MILLIS = 600_000;

/**
 * A refund that was made came back from the viewer's bank: the money is theirs still, which the
 * books say, the viewer is told, and the team has to find another way. The caller holds the
 * payment's lock.
 * @throws TellAgain while the refund itself is not in the books
 */
export async function applyRefundFailure(
  db: pg.ClientBase,
  payment: PaymentRow,
  event: Extract<PaymentEvent, { kind: 'payment_refunded' | 'refund_failed' }>,
  now: Date,
): Promise<'applied' | 'known' | 'needs_a_person'> {
  const { rows } = await db.query(
    `select exists (select from public.ledger_postings where source = $1 or source = any(o.sources)) as booked
     from (select coalesce(array_agg('order:' || id), '{}') as sources from public.payment_orders
       where payment_id = $2 and (provider_reference = $3 or id::text = $4)) o`,
    [`refund:${payment.provider}:${event.refundReference}`, payment.id, event.refundReference, event.key],
  );
  if (!rows[0]?.booked) {
    if (now.getTime() - event.at < BOOKING_MILLIS) throw new TellAgain('its refund is not written down yet');
    return 'needs_a_person';
  }
  const amount = cents(event.amount);
  const { rowCount } = await db.query(
    `insert into private.failed_refunds (provider, reference, payment_id, amount_cents, reason, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [payment.provider, event.refundReference, payment.id, amount, event.failure ?? 'unknown', now],
  );
  if (rowCount === 0) return 'known';
  await writePosting(db, refundFailed(amount), {
    source: `refund_failed:${payment.provider}:${event.refundReference}`,
    at: now,
    paymentId: payment.id,
  });
  await notifyRefundReturned(db, { bookingId: payment.booking_id, amount, now });
  return 'applied';
}
