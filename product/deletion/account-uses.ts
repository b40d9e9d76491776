import type pg from 'pg';
import { lockTime } from '#product/booking/lock-time.ts';
import { balancesOfStreamer } from '#product/books/ledger.ts';
import { AppError } from '#product/shared/errors.ts';

/**
 * The uses of an account on which others depend: sessions to come or going on, and a streamer's
 * money, in cents.
 */
export type AccountUses = Record<'bookings' | 'pendingCents' | 'availableCents' | 'inTransitCents', number>;

/**
 * Counts the uses that keep an account from being deleted: live bookings on either side, and a
 * streamer's money that is held, available or on its way to the bank. A debt after a late refund
 * does not. Until the transaction ends no booking with the person can begin or move.
 * @returns null when the account may go
 */
export async function usesOf(db: pg.ClientBase, personId: string): Promise<AccountUses | null> {
  await lockTime(db, [personId]);
  const { rows } = await db.query(
    `select count(*)::int as bookings from public.bookings
     where (viewer_id = $1 or streamer_id = $1) and status in ('held', 'requested', 'confirmed', 'in_progress')`,
    [personId],
  );
  const bookings = rows[0]?.bookings ?? 0;
  const { pending, available, inTransit } = await balancesOfStreamer(db, personId);
  if (bookings === 0 && pending <= 0 && available <= 0 && inTransit <= 0) return null;
  return { bookings, pendingCents: pending, availableCents: available, inTransitCents: inTransit };
}

/** @throws AppError account_in_use with the uses as `details` */
export async function requireUnused(db: pg.ClientBase, personId: string): Promise<void> {
  const uses = await usesOf(db, personId);
  if (uses) throw new AppError('account_in_use', undefined, { details: uses });
}
