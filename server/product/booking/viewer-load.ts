import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { MOST_HOLDS } from '#domain/booking/holds.ts';
import { type Instant, instantOf, minutesAfter } from '#domain/time/instant.ts';
import { type Interval, overlap } from '#domain/time/interval.ts';

/** A viewer's live bookings. */
export interface ViewerLoad {
  live: readonly (Interval & { id: string; isHeld: boolean })[];
}

/** Their time must be locked (time-locks.ts), or two holds at once would both see room. */
export async function readViewerLoad(db: pg.ClientBase, viewerId: string): Promise<ViewerLoad> {
  const { rows } = await db.query<{ id: string; start_at: Date; end_at: Date; status: string }>({
    name: 'viewer-load',
    text: `select id, start_at, end_at, status from public.bookings
     where viewer_id = $1 and status in ('held', 'requested', 'confirmed', 'in_progress')`,
    values: [viewerId],
  });
  const live = rows.map(({ id, start_at: start, end_at: end, status }) => ({
    id,
    start: instantOf(start.getTime()),
    end: instantOf(end.getTime()),
    isHeld: status === 'held',
  }));
  return { live };
}

/**
 * Whether a viewer can take one more hold.
 * @throws AppError viewer_busy with `details.bookingId`, the booking they have then; or too_many_holds
 */
export function requireRoomFor(
  { live }: ViewerLoad,
  { start, durationMinutes }: { start: Instant; durationMinutes: number },
): void {
  const wanted = { start, end: minutesAfter(start, durationMinutes) };
  const busyWith = live.find((booking) => overlap(booking, wanted));
  if (busyWith) throw new AppError('viewer_busy', undefined, { details: { bookingId: busyWith.id } });
  if (live.filter(({ isHeld }) => isHeld).length >= MOST_HOLDS) throw new AppError('too_many_holds');
}
