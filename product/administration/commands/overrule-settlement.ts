import type pg from 'pg';
import { lockBooking } from '#product/booking/booking-row.ts';
import { notifyPeople } from '#product/booking/notify-booking.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { spreadRefund } from '#product/booking/rules/spread-refund.ts';
import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { basisPoints, type Cents, cents, minus, NOTHING, sum } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { overruleSettlement as contract } from '../marketplace-contract.ts';

/**
 * Decides differently than attendance did. It can only give the viewer more back, never take a
 * refund away. The booking keeps the outcome by attendance; the decision is stored beside it, and
 * pages show the decision.
 */
export const overruleSettlement = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { bookingId, refundCents, reason } = input;
      const { booking } = await lockBooking(db, bookingId);
      if (!('settlement' in booking)) throw new AppError('booking_wrong_status');
      const paid = await lockPaid(db, bookingId);
      if (paid.length === 0) throw new AppError('nothing_to_pay');
      const before = sum(paid.map(({ refunded }) => refunded));
      if (before !== input.expectedRefundedCents) throw new AppError('already_done');
      if (refundCents > sum(paid.map(({ captured }) => captured))) throw new AppError('more_than_captured');
      if (refundCents < before)
        throw new AppError('refund_not_taken_back', undefined, { details: { refundedCents: before } });
      if (refundCents === before) throw new AppError('settlement_unchanged');

      const after = await refundUpTo(db, paid, { more: minus(cents(refundCents), before), now });
      await db.query(
        `insert into public.settlement_overrules (booking_id, at, admin_id, refund_cents, refunded_before_cents, reason)
           values ($1, $2, $3, $4, $5, $6)`,
        [bookingId, now, person.id, refundCents, before, reason],
      );
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'bookings', id: bookingId },
        before: { status: booking.status, refundCents: booking.settlement.refund, refundedCents: before },
        after: { refundCents },
        reason,
      });
      const share = sum(after.map(({ captured, refunded, fee }) => shareOf(captured - refunded, fee)));
      const mail = { kind: 'overruled', refund: cents(refundCents), share, reason } as const;
      await notifyPeople(db, { bookingId, kind: 'overruled', mail, now });
      return { bookingId, refundCents, orderedCents: refundCents - before };
    }),
});

const shareOf = (kept: number, fee: number): Cents => streamerShareOf(cents(kept), basisPoints(fee));

/** A captured payment of a booking. Cents. */
interface Paid {
  id: string;
  captured: Cents;
  /** Refunded, or on its way. */
  refunded: Cents;
  /** Basis points. */
  fee: number;
}

/**
 * The session's own payment first, then its extensions'. The caller holds the booking's lock.
 * @throws AppError capture_pending: a payment that is being captured, and refunds already ordered
 *   from it, could not be counted
 */
async function lockPaid(db: pg.ClientBase, bookingId: string): Promise<Paid[]> {
  await db.query('select from public.payments where booking_id = $1 order by id for update', [bookingId]);
  // Only a new statement sees what was ordered while this one waited for the locks.
  const { rowCount } = await db.query(
    `select from public.payment_orders o join public.payments p on p.id = o.payment_id
     where p.booking_id = $1 and o.kind = 'capture' and o.state = 'pending' limit 1`,
    [bookingId],
  );
  if (rowCount !== 0) throw new AppError('capture_pending');
  const { rows } = await db.query(
    `select p.id, p.captured_cents as captured, p.fee_basis_points as fee,
       p.refunded_cents + coalesce((select sum(o.amount_cents) from public.payment_orders o
         where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0)::int as refunded
     from public.payments p where p.booking_id = $1 and p.state = 'captured' order by p.kind, p.created_at, p.id`,
    [bookingId],
  );
  return rows.map((row) => ({ ...row, captured: cents(row.captured), refunded: cents(row.refunded) }));
}

/**
 * Orders what is still to be refunded, divided over the payments as for any refund of a booking.
 * @returns the payments as they will be
 * @throws AppError payment_in_dispute
 */
async function refundUpTo(
  db: pg.ClientBase,
  paid: readonly Paid[],
  { more, now }: { more: Cents; now: Date },
): Promise<Paid[]> {
  const shares = spreadRefund(
    more,
    paid.map(({ captured, refunded }) => minus(captured, refunded)),
  );
  const after: Paid[] = [];
  for (const [index, payment] of paid.entries()) {
    const share = shares[index] ?? NOTHING;
    if (share > NOTHING) await orderRefund(db, { paymentId: payment.id, amount: share, now });
    after.push({ ...payment, refunded: sum([payment.refunded, share]) });
  }
  return after;
}
