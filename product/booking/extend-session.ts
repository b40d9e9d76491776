import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { advanceBooking } from './advance-booking.ts';
import {
  changeExtension,
  type ExtensionRow,
  endExtension,
  extensionOfPayment,
  isOpen,
  termsOfExtension,
} from './extension-row.ts';
import { beforeMoving } from './lock-time.ts';
import type { Actor } from './rules/events.ts';

interface GoOn {
  by: Actor;
  actorId: string | null;
  now: Date;
}

/**
 * Makes the session longer once everything needed for that is there. When it no longer can be
 * (somebody has booked the time, or the session ended) the extension ends. The caller has locked
 * both people's time, then the booking.
 * @returns the extension as it is now, `done` or `failed`
 */
export async function goOn(
  db: pg.ClientBase,
  row: ExtensionRow,
  { by, actorId, now }: GoOn,
): Promise<ExtensionRow> {
  await db.query('savepoint go_on');
  let done: ExtensionRow;
  try {
    // First, so that the mails to both include it.
    done = await changeExtension(db, row, { state: 'done', ended_at: now });
    await advanceBooking(db, {
      bookingId: row.booking_id,
      event: { type: 'extend_session', by, ...termsOfExtension(row) },
      actorId,
      now,
      detail: { extensionId: row.id },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query('rollback to savepoint go_on');
    const reason = error.code === 'extension_time_taken' ? 'time_taken' : 'session_over';
    return endExtension(db, row, { reason, now });
  }
  await db.query('release savepoint go_on');
  return done;
}

/**
 * Handles the authorisation of an extension's payment. The caller has locked the two people's time,
 * then the booking, then the payment.
 * @returns whether the session is longer; when it is not, the money has to be released
 */
export async function extensionPaid(db: pg.ClientBase, paymentId: string, now: Date): Promise<boolean> {
  const row = await extensionOfPayment(db, paymentId);
  if (!row || !isOpen(row)) return false;
  const after = await goOn(db, row, { by: 'system', actorId: null, now });
  return after.state === 'done';
}

/**
 * Locks the time of the two whose extension a payment is for, because it is about to grow, and ends
 * what lapsed in it. Before any row is locked. Does nothing for the payment of a booking, whose
 * time was taken with its hold.
 */
export async function lockTimeOfExtension(db: pg.ClientBase, paymentId: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select b.id, b.streamer_id, b.viewer_id from public.payments p join public.bookings b on b.id = p.booking_id
     where p.id = $1 and p.kind = 'extension'`,
    [paymentId],
  );
  const [people] = rows;
  if (people?.streamer_id && people.viewer_id)
    await beforeMoving(
      db,
      people.id,
      now,
    )({
      streamerId: people.streamer_id,
      viewerId: people.viewer_id,
    });
}

/**
 * The payment of an extension failed after it had been authorised. A running session gets its
 * former length back; a settled one stays as settled. The caller has locked the booking.
 */
export async function extensionUnpaid(db: pg.ClientBase, paymentId: string, now: Date): Promise<void> {
  const row = await extensionOfPayment(db, paymentId);
  if (!row) return;
  await changeExtension(db, row, { state: 'failed', reason: 'payment_failed', ended_at: now });
  if (row.state === 'done') {
    await db.query('savepoint retract');
    try {
      await advanceBooking(db, {
        bookingId: row.booking_id,
        event: { type: 'retract_extension', by: 'system', ...termsOfExtension(row) },
        actorId: null,
        now,
        detail: { extensionId: row.id },
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await db.query('rollback to savepoint retract');
    }
    await db.query('release savepoint retract');
  }
}
