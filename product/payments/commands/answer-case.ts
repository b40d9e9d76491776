import type pg from 'pg';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { insertOrder, orderRefund } from '#product/booking/payment-orders.ts';
import { capturedOf, lockPayment, type PaymentRow } from '#product/booking/payment-row.ts';
import { refundAgain, refundableOf } from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents, NOTHING } from '#product/shared/money/cents.ts';
import { answerCase as contract } from '../contract.ts';
import { notifyRefunded } from '../notify-payment.ts';

interface Answering {
  payment: PaymentRow;
  reference: string;
  actorId: string;
  reason: string;
  now: Date;
}

/**
 * Answers what a bank, a card network or the provider asks about a payment: once, whoever of the
 * team is first. Money and evidence leave by orders, whose worker asks the provider afterwards.
 */
export const answerCase = serve({
  contract,
  async run({ db, person, input: { paymentId, kind, reference, answer, reason }, now }) {
    const payment = await lockPayment(db, paymentId);
    if (payment === null) throw new AppError('not_found');
    const answering = { payment, reference, actorId: person.id, reason, now };
    switch (answer) {
      case 'contest':
      case 'accept':
        if (kind !== 'dispute') throw new AppError('not_found');
        await answerBank(db, answering, answer);
        break;
      case 'refund_again':
      case 'paid_by_hand':
        if (kind !== 'refund') throw new AppError('not_found');
        await settleFailedRefund(db, answering, answer);
        break;
      case 'refund':
      case 'keep':
        if (kind !== 'fraud') throw new AppError('not_found');
        await answerWarning(db, answering, answer);
        break;
    }
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'payments', id: paymentId },
      before: { state: 'open' },
      after: { state: answer },
      reason,
    });
    return { paymentId, answer };
  },
});

/** The team's reason is the last sentence of the evidence. */
async function answerBank(
  db: pg.ClientBase,
  { payment, reference, reason, now }: Answering,
  answer: 'contest' | 'accept',
): Promise<void> {
  const { rowCount } = await db.query(
    `update private.disputes set answer = $3, answered_at = $4,
       evidence = case when $3 = 'contest' then jsonb_set(evidence, '{account}', to_jsonb(concat_ws(' ', evidence->>'account', $5::text)))
         else evidence end
     where provider = $1 and reference = $2 and payment_id = $6 and answer is null and phase in ('inquiry', 'needs_answer')`,
    [payment.provider, reference, answer, now, reason, payment.id],
  );
  if (rowCount === 0) throw new AppError('already_done');
  await insertOrder(db, {
    paymentId: payment.id,
    kind: answer === 'contest' ? 'contest_dispute' : 'accept_dispute',
    amount: NOTHING,
    dispute: reference,
    now,
  });
}

async function settleFailedRefund(
  db: pg.ClientBase,
  { payment, reference, now }: Answering,
  answer: 'refund_again' | 'paid_by_hand',
): Promise<void> {
  const { rows } = await db.query(
    `update private.failed_refunds set answer = $3, answered_at = $4
     where provider = $1 and reference = $2 and payment_id = $5 and answer is null returning amount_cents`,
    [payment.provider, reference, answer, now, payment.id],
  );
  const [failed] = rows;
  if (!failed) throw new AppError('already_done');
  const amount = cents(failed.amount_cents);
  if (answer === 'refund_again') {
    await insertOrder(db, { paymentId: payment.id, kind: 'refund_again', amount, now });
    return;
  }
  await writePosting(db, refundAgain(amount, 'own_bank'), {
    source: `refund_by_hand:${payment.provider}:${reference}`,
    at: now,
    paymentId: payment.id,
  });
  await notifyRefunded(db, { bookingId: payment.booking_id, amount, now });
}

/**
 * A session that is still to come is called off, which gives everything back; of another, what
 * stays paid is.
 */
async function answerWarning(
  db: pg.ClientBase,
  { payment, reference, actorId, reason, now }: Answering,
  answer: 'refund' | 'keep',
): Promise<void> {
  const { rowCount } = await db.query(
    `update private.fraud_warnings set answer = $3, answered_at = $4
     where provider = $1 and reference = $2 and payment_id = $5 and answer is null`,
    [payment.provider, reference, answer, now, payment.id],
  );
  if (rowCount === 0) throw new AppError('already_done');
  if (answer === 'keep') return;
  const { rows } = await db.query('select status from public.bookings where id = $1', [payment.booking_id]);
  const status = rows[0]?.status;
  if (LIVE_STATUSES.some((live) => live === status)) {
    const event = { by: 'admin', type: 'cancel' } as const;
    await advanceBooking(db, { bookingId: payment.booking_id, event, actorId, now, reason });
    return;
  }
  await orderRefund(db, { paymentId: payment.id, amount: refundableOf(capturedOf(payment)), now });
}
