import type pg from 'pg';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { extensionPaid } from '#product/booking/extend-session.ts';
import { insertOrder } from '#product/booking/payment-orders.ts';
import type { PaymentRow } from '#product/booking/payment-row.ts';
import { notifyGuardianOfPayment } from '#product/guardians/notify-guardian.ts';
import { AppError } from '#product/shared/errors.ts';
import { notifyPaymentFailed } from './notify-payment.ts';
import { callOff } from './perform-order.ts';

/**
 * The provider has authorised the money: the booking goes on. If it no longer can (the hold ended,
 * somebody else has the slot, a minor's guardian withdrew their consent), the money is released at
 * once. The caller has locked booking and payment, and for an extension first the time of both
 * people (lockTimeOfExtension).
 */
export async function paymentAuthorised(
  db: pg.ClientBase,
  payment: PaymentRow,
  {
    paymentReference,
    payerCountry = null,
    now,
  }: { paymentReference: string | null; payerCountry?: string | null | undefined; now: Date },
): Promise<'applied' | 'known' | 'too_late'> {
  if (payment.state === 'authorised' || payment.state === 'captured' || payment.state === 'voided') {
    return 'known';
  }
  await db.query(
    `update public.payments set payment_reference = $2, authorised_at = $3, failure = null, payer_country = $4, updated_at = $3
     where id = $1`,
    [payment.id, paymentReference, now, payerCountry],
  );
  const allowed = await isAllowed(db, payment.id, now);
  if (payment.state === 'open') {
    await db.query("update public.payments set state = 'authorised' where id = $1", [payment.id]);
    if (allowed && (await goesOn(db, payment, now))) {
      await notifyGuardianOfPayment(db, { paymentId: payment.id, now });
      return 'applied';
    }
  }
  await insertOrder(db, { paymentId: payment.id, kind: 'void', amount: 0, now });
  if (payment.kind === 'booking')
    await notifyPaymentFailed(db, {
      bookingId: payment.booking_id,
      cause: allowed ? 'too_late' : 'guardian',
      now,
    });
  return 'too_late';
}

/**
 * @returns whether it is no minor's, or a guardian still consents to it; their row is locked, so
 *   that a stop waits or was before
 */
async function isAllowed(db: pg.ClientBase, paymentId: string, now: Date): Promise<boolean> {
  const { rows } = await db.query(
    'select viewer_id from public.payments where id = $1 and private.is_minor(viewer_id, $2)',
    [paymentId, now],
  );
  const [minor] = rows;
  if (!minor) return true;
  const { rows: consent } = await db.query(
    `select from public.guardianships where person_id = $1 and state = 'confirmed' for share`,
    [minor.viewer_id],
  );
  return consent.length > 0;
}

/** @returns whether the booking took it */
async function goesOn(
  db: pg.ClientBase,
  { id, booking_id: bookingId, kind, amount_cents }: PaymentRow,
  now: Date,
): Promise<boolean> {
  if (kind === 'extension') {
    const longer = await extensionPaid(db, id, now);
    if (longer) await insertOrder(db, { paymentId: id, kind: 'capture', amount: amount_cents, now });
    return longer;
  }
  await db.query('savepoint goes_on');
  try {
    await advanceBooking(db, {
      bookingId,
      event: { by: 'system', type: 'authorise_payment' },
      actorId: null,
      now,
    });
    await db.query('release savepoint goes_on');
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query('rollback to savepoint goes_on');
    return false;
  }
}

/** The authorisation ended without our doing, so what depended on it is undone. */
export async function paymentLapsed(db: pg.ClientBase, payment: PaymentRow, now: Date): Promise<'applied'> {
  await callOff(db, payment.id, { code: 'authorisation_lapsed', now });
  return 'applied';
}
