import type pg from 'pg';
import { capturedOf, lockPayment } from '#product/booking/payment-row.ts';
import { release } from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import { ENDED_STATUSES } from '#product/shared/booking-statuses.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { WorkDeps } from './claim.ts';

// Not before the booking is settled, nor while a refund is on its way or owed (the provider refused
// it, and none has been made since), nor while a bank decides.
const DUE = `select p.id from public.payments p join public.bookings b on b.id = p.booking_id
  where p.released_at is null and p.release_due_at <= $1 and p.state = 'captured' and p.disputed_cents = 0
    and b.status = any($2) and not exists (
      select from public.payment_orders o where o.payment_id = p.id and (o.state = 'pending' and private.order_queue(o.kind) = 'payment'
        or o.state = 'failed' and o.kind = 'refund' and not exists (select from public.payment_orders d
          where d.payment_id = p.id and d.kind = 'refund' and d.state = 'done' and d.created_at > o.created_at)))
  order by p.release_due_at limit 200`;

/**
 * Makes the streamers' shares available, so long after the session as the settings say. Each
 * payment is a transaction of its own; a share is released once for each time that it was held.
 * @returns how many were released
 */
export async function releaseFunds({ pool, logger, now }: WorkDeps): Promise<number> {
  const { rows } = await pool.query(DUE, [now(), ENDED_STATUSES]);
  let released = 0;
  for (const { id } of rows) {
    try {
      if (await inTransaction(pool, (db) => releaseOne(db, id, now()))) released += 1;
    } catch (error) {
      logger.error({ err: error, payment: id }, 'a share could not be released');
    }
  }
  return released;
}

async function releaseOne(db: pg.ClientBase, id: string, now: Date): Promise<boolean> {
  const payment = await lockPayment(db, id);
  const result = payment && release(capturedOf(payment));
  if (!result?.ok) return false;
  const { rows } = await db.query(
    "select count(*)::int as times from public.ledger_postings where payment_id = $1 and kind = 'release'",
    [id],
  );
  const source = `release:${id}${rows[0]?.times ? `:${rows[0].times + 1}` : ''}`;
  await writePosting(db, result.value.posting, { source, at: now, paymentId: id });
  await db.query('update public.payments set released_at = $2, updated_at = $2 where id = $1', [id, now]);
  return true;
}
