import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { PaymentEffect } from '#domain/booking/payment-effect.ts';
import { lockPayment, lockPaymentOf } from './payment-row.ts';

export interface PaymentFollows {
  bookingId: string;
  /** What paymentEffect said of the transition. */
  effect: PaymentEffect;
  /** The posting that a refund makes: 'settlement' when attendance decided it. */
  postingKind: 'refund' | 'settlement';
  now: Date;
}

/**
 * Writes down what the provider has to be told about a booking's payment, in the transaction that changed the booking, whose
 * row the caller has locked. A worker tells the provider afterwards, under the order's id. Call it after each transition,
 * also with the effect 'none': the day on which the streamer's share is released follows a booking that moved.
 * @throws AppError payment_not_found when the money to capture is no longer there
 */
export async function orderPayment(db: pg.ClientBase, follows: PaymentFollows): Promise<void> {
  const { bookingId, effect, postingKind, now } = follows;
  await scheduleRelease(db, bookingId);
  if (effect.kind === 'none') return;
  const payment = await lockPaymentOf(db, bookingId);
  const live = payment && ['open', 'authorised', 'captured'].includes(payment.state) ? payment : null;
  switch (effect.kind) {
    case 'capture':
      if (live?.state !== 'authorised') throw new AppError('payment_not_found');
      await insertOrder(db, { paymentId: live.id, kind: 'capture', amount: effect.amount, now });
      break;
    case 'void':
      if (live) await insertOrder(db, { paymentId: live.id, kind: 'void', amount: 0, now });
      break;
    case 'refund':
      // An authorised one is about to be captured: the refund waits its turn behind that.
      if (live && live.state !== 'open') {
        await insertOrder(db, {
          paymentId: live.id,
          kind: 'refund',
          amount: effect.amount,
          postingKind,
          now,
        });
      }
      break;
  }
}

interface Order {
  paymentId: string;
  kind: 'capture' | 'void' | 'refund';
  amount: number;
  postingKind?: 'refund' | 'settlement';
  now: Date;
}

export async function insertOrder(db: pg.ClientBase, order: Order): Promise<void> {
  await db.query(
    `insert into public.payment_orders (payment_id, kind, amount_cents, posting_kind, next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, clock_timestamp())`,
    [order.paymentId, order.kind, order.amount, order.postingKind ?? null, order.now],
  );
}

/** When the share of a booking becomes available: so long after the session's end as its settings version says. */
async function scheduleRelease(db: pg.ClientBase, bookingId: string): Promise<void> {
  await db.query(
    `update public.payments p set release_due_at = b.end_at + make_interval(hours => s.pending_hours)
     from public.bookings b join public.platform_settings s on s.version = b.settings_version
     where b.id = $1 and p.booking_id = b.id and p.released_at is null
       and p.release_due_at is distinct from b.end_at + make_interval(hours => s.pending_hours)`,
    [bookingId],
  );
}

/**
 * Orders a refund that no transition of a booking asks for: an admin's.
 * @param amount cents
 * @throws AppError payment_not_found, payment_in_dispute, or more_than_captured when less is left, refunds under way counted
 */
export async function orderRefund(
  db: pg.ClientBase,
  { paymentId, amount, now }: { paymentId: string; amount: number; now: Date },
): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state !== 'captured') throw new AppError('payment_not_found');
  if (payment.disputed_cents > 0) throw new AppError('payment_in_dispute');
  const { rows } = await db.query<{ ordered: number }>(
    `select coalesce(sum(amount_cents), 0)::int as ordered from public.payment_orders
     where payment_id = $1 and kind = 'refund' and state = 'pending'`,
    [paymentId],
  );
  const left = payment.captured_cents - payment.refunded_cents - (rows[0]?.ordered ?? 0);
  if (amount <= 0 || amount > left) throw new AppError('more_than_captured', `${left} cents are left`);
  await insertOrder(db, { paymentId, kind: 'refund', amount, postingKind: 'refund', now });
}
