import type pg from 'pg';
import {
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  winDispute,
} from '#domain/money/payment.ts';
import type { Result } from '#domain/result.ts';
import type { DisputeEvent } from '#server/integrations/payments/provider-event.ts';
import { writePosting } from '#server/product/lifecycle/ledger.ts';
import { capturedOf, type PaymentRow, storeCaptured } from '#server/product/lifecycle/payment-row.ts';

/**
 * A bank took money back, gave it back, or kept it. A streamer who was there for the session does not pay for a dispute that
 * was lost all the same: the platform does. Any other is borne as a refund would be.
 */
export async function applyDispute(
  db: pg.ClientBase,
  payment: PaymentRow,
  event: DisputeEvent,
): Promise<'applied' | 'known' | 'needs_a_person'> {
  const result = await judge(db, payment, event);
  if (!result.ok) return result.refusal === 'no_dispute' ? 'known' : 'needs_a_person';
  const fresh = await writePosting(db, result.value.posting, {
    source: `${event.kind}:${payment.provider}:${event.disputeReference}`,
    at: new Date(event.at),
    paymentId: payment.id,
  });
  if (!fresh) return 'known';
  const { payment: after } = result.value;
  await storeCaptured(db, payment.id, after);
  // An open dispute holds the share again; it is released again once it is over.
  if (!after.released)
    await db.query('update public.payments set released_at = null where id = $1', [payment.id]);
  return 'applied';
}

async function judge(
  db: pg.ClientBase,
  payment: PaymentRow,
  { kind, amount, cost }: DisputeEvent,
): Promise<Result<Movement, PaymentRefusal>> {
  const captured = capturedOf(payment);
  if (kind === 'dispute_opened') return openDispute(captured, amount, cost);
  if (kind === 'dispute_won') return winDispute(captured);
  const { rows } = await db.query('select status from public.bookings where id = $1', [payment.booking_id]);
  return loseDispute(captured, rows[0]?.status === 'completed' ? 'platform' : 'streamer');
}
