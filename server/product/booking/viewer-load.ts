import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { MOST_HOLDS } from '#domain/booking/holds.ts';
import { type Instant, minutesAfter } from '#domain/time/instant.ts';

export interface NewSession {
  viewerId: string;
  start: Instant;
  durationMinutes: number;
}

/**
 * Whether a viewer can take one more hold. Their time must be locked (time-locks.ts), or two holds at once would both see room.
 * @throws AppError viewer_busy with `details.bookingId`, the booking they have then; or too_many_holds
 */
export async function requireRoomFor(
  db: pg.ClientBase,
  { viewerId, start, durationMinutes }: NewSession,
): Promise<void> {
  const { rows } = await db.query<{ holds: number; busy_with: string | null }>(
    `select (count(*) filter (where status = 'held'))::int as holds,
       (array_agg(id) filter (where tstzrange(start_at, end_at) && tstzrange($2, $3)))[1] as busy_with
     from public.bookings where viewer_id = $1 and status in ('held', 'requested', 'confirmed', 'in_progress')`,
    [viewerId, new Date(start), new Date(minutesAfter(start, durationMinutes))],
  );
  const { holds = 0, busy_with: bookingId = null } = rows[0] ?? {};
  if (bookingId !== null) throw new AppError('viewer_busy', undefined, { details: { bookingId } });
  if (holds >= MOST_HOLDS) throw new AppError('too_many_holds');
}
