import type pg from 'pg';
import { lockBooking } from '#product/booking/booking-row.ts';
import { endExtension, extensionById, isOpen } from '#product/booking/extension-row.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

const BATCH = 200;

/**
 * Ends extensions that nobody answered or paid in time. One transaction each; one that fails is
 * logged and does not stop the others.
 */
export async function endLapsedExtensions({ pool, now, signal, logger }: Run): Promise<void> {
  const { rows } = await pool.query(
    `select id, booking_id from public.session_extensions
       where state in ('offered', 'accepted', 'paying') and until_at <= $1 order by until_at, id limit $2`,
    [now, BATCH],
  );
  for (const { id, booking_id: bookingId } of rows) {
    if (signal.aborted) return;
    try {
      await inTransaction(pool, (db) => endLapsed(db, { id, bookingId, now }));
    } catch (error) {
      logger.error({ err: error, extension: id }, 'an extension could not be ended');
    }
  }
}

async function endLapsed(
  db: pg.ClientBase,
  { id, bookingId, now }: { id: string; bookingId: string; now: Date },
): Promise<void> {
  await lockBooking(db, bookingId);
  const row = await extensionById(db, bookingId, id);
  if (!row || !isOpen(row) || row.until_at > now) return;
  await endExtension(db, row, { reason: row.state === 'offered' ? 'unanswered' : 'unpaid', now });
}
