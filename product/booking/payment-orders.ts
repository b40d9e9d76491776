import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { type Cents, cents, minus, NOTHING, sum } from '#product/shared/money/cents.ts';
import { capturedOf, lockPayment, lockPaymentOf } from './payment-row.ts';
import { refundableOf } from './rules/payment.ts';
import type { PaymentEffect } from './rules/payment-effect.ts';
import { spreadRefund } from './rules/spread-refund.ts';

export interface PaymentFollows {
  bookingId: string;
  /** The effect that paymentEffect returned for the transition. */
  effect: PaymentEffect;
  /** The posting that a refund makes: 'settlement' when attendance decided it. */
  postingKind: 'refund' | 'settlement';
  now: Date;
}

/**
 * Records what the provider has to be told about a booking's payment, in the transaction that
 * changed the booking, whose row the caller has locked. A worker tells the provider afterwards,
 * under the order's id. Call it after each transition, also with the effect 'none', because moving
 * a booking also moves the day on which the streamer's share is released.
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
      await refundAll(db, await whatIsLeft(db, bookingId), { amount: effect.amount, postingKind, now });
      break;
  }
}

type DisputeOrder = 'contest_dispute' | 'accept_dispute';

interface Order {
  paymentId: string;
  kind: 'capture' | 'void' | 'refund' | 'refund_again' | 'reverse_transfer' | 'transfer' | DisputeOrder;
  amount: number;
  /** Of an answer to a dispute: which one. */
  dispute?: string;
  postingKind?: 'refund' | 'settlement';
  now: Date;
}

/** @returns its id */
export async function insertOrder(db: pg.ClientBase, order: Order): Promise<string> {
  const { rows } = await db.query(
    `insert into public.payment_orders (payment_id, kind, amount_cents, posting_kind, next_attempt_at, created_at, dispute_reference)
     values ($1, $2, $3, $4, $5, clock_timestamp(), $6) returning id`,
    [order.paymentId, order.kind, order.amount, order.postingKind ?? null, order.now, order.dispute ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('an insert returns its row');
  return row.id;
}

/**
 * When the share of a booking becomes available: the hours of its settings version after the
 * session's end.
 */
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
 * Orders a refund that no transition of a booking requires: an admin's.
 * @param amount cents
 * @throws AppError payment_not_found, payment_in_dispute, or more_than_captured when less is left,
 *   refunds under way counted
 */
export async function orderRefund(
  db: pg.ClientBase,
  { paymentId, amount, now }: { paymentId: string; amount: number; now: Date },
): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state !== 'captured') throw new AppError('payment_not_found');
  if (payment.disputed_cents > 0) throw new AppError('payment_in_dispute');
  const { rows } = await db.query(
    `select coalesce(sum(amount_cents), 0)::int as ordered from public.payment_orders
     where payment_id = $1 and kind = 'refund' and state = 'pending'`,
    [paymentId],
  );
  const left = refundableOf(capturedOf(payment)) - (rows[0]?.ordered ?? 0);
  if (amount <= 0 || amount > left) throw new AppError('more_than_captured', `${left} cents are left`);
  await insertOrder(db, { paymentId, kind: 'refund', amount, postingKind: 'refund', now });
}

/**
 * Orders what the viewer should get back, by the booking's terms or the team's decision, and that neither we nor a bank has
 * refunded. Called when a bank reverses a refund of its own: our refund of the same amount had
 * found nothing left then. The caller holds the booking's lock.
 */
export async function orderWhatIsOwed(db: pg.ClientBase, bookingId: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select (coalesce(private.refund_of(b.id, b.refund_cents), 0) - coalesce(sum(p.refunded_cents + p.lost_cents + coalesce((
         select sum(o.amount_cents) from public.payment_orders o
         where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0)), 0))::int as owed
     from public.bookings b join public.payments p on p.booking_id = b.id where b.id = $1 group by b.id`,
    [bookingId],
  );
  const owed = cents(Math.max(NOTHING, rows[0]?.owed ?? NOTHING));
  if (owed > NOTHING)
    await refundAll(db, await whatIsLeft(db, bookingId), { amount: owed, postingKind: 'refund', now });
}

interface Left {
  id: string;
  left: number;
}

/**
 * Reads the amounts that the payments of a booking have left to refund, refunds under way counted,
 * the booking's own first. A payment that is about to be captured counts, since its refund waits
 * for the capture. One that was authorised too late does not, since it is released. The caller
 * holds the booking's lock.
 */
async function whatIsLeft(db: pg.ClientBase, bookingId: string): Promise<Left[]> {
  const { rows } = await db.query(
    `select p.id, (case p.state when 'captured' then greatest(0, p.captured_cents - p.refunded_cents - p.lost_cents) else p.amount_cents end
         - coalesce((select sum(o.amount_cents) from public.payment_orders o
           where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0))::int as left
     from public.payments p where p.booking_id = $1 and (p.state = 'captured' or p.state = 'authorised' and exists (
       select from public.payment_orders c where c.payment_id = p.id and c.kind = 'capture' and c.state = 'pending'))
     order by p.kind = 'extension', p.created_at, p.id`,
    [bookingId],
  );
  return rows;
}

/**
 * Divides a refund over the payments of a booking, the last extension first. What exceeds the
 * amounts left is ordered from the first payment nevertheless: a refund under way may still fail,
 * and each order is checked again when it is carried out.
 */
async function refundAll(
  db: pg.ClientBase,
  payments: readonly Left[],
  { amount, postingKind, now }: { amount: Cents; postingKind: 'refund' | 'settlement'; now: Date },
): Promise<void> {
  const shares = spreadRefund(
    amount,
    payments.map(({ left }) => cents(Math.max(NOTHING, left))),
  );
  const more = minus(amount, sum(shares));
  for (const [index, { id: paymentId }] of payments.entries()) {
    const share = sum([shares[index] ?? NOTHING, index === 0 ? more : NOTHING]);
    if (share > NOTHING)
      await insertOrder(db, { paymentId, kind: 'refund', amount: share, postingKind, now });
  }
}
