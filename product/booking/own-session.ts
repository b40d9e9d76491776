import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';

/**
 * The session of a booking that this person gives.
 * @throws AppError booking_not_found for anybody else's
 */
export async function ownSessionOf(db: pg.ClientBase, personId: string, bookingId: string): Promise<string> {
  const { rows } = await db.query(
    'select session_id from public.bookings where id = $1 and streamer_id = $2',
    [bookingId, personId],
  );
  if (!rows[0]) throw new AppError('booking_not_found');
  return rows[0].session_id;
}

/** @throws AppError booking_not_found for a session of anybody else */
export async function requireOwnSession(
  db: pg.ClientBase,
  personId: string,
  sessionId: string,
): Promise<void> {
  const { rowCount } = await db.query(
    'select from public.bookings where session_id = $1 and streamer_id = $2',
    [sessionId, personId],
  );
  if (rowCount === 0) throw new AppError('booking_not_found');
}
