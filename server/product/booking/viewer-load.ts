import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import {
  LAPSED_HOLDS_HOURS,
  MOST_FREE_BOOKINGS,
  MOST_HOLDS,
  MOST_LAPSED_HOLDS,
} from '#domain/booking/deadlines.ts';
import { hoursAfter, type Instant, instantOf, minutesAfter } from '#domain/time/instant.ts';
import { type Interval, overlap } from '#domain/time/interval.ts';

/** What a viewer has taken, as far as it decides whether they may take more of one streamer. */
export interface ViewerLoad {
  live: readonly (Interval & { id: string; isHeld: boolean; isFreeHere: boolean })[];
  /** Holds with this streamer that came to nothing lately. */
  lapsedHere: number;
}

/** Their time must be locked (lockTime), or two holds at once would both see room. */
export async function readViewerLoad(
  db: pg.ClientBase,
  { viewerId, streamerId, now }: { viewerId: string; streamerId: string; now: Date },
): Promise<ViewerLoad> {
  const since = new Date(hoursAfter(instantOf(now.getTime()), -LAPSED_HOLDS_HOURS));
  const { rows } = await db.query({
    name: 'viewer-load',
    text: `select id, start_at, end_at, status, coalesce(streamer_id = $2, false) and price_cents = 0 as is_free_here from public.bookings
     where viewer_id = $1 and (status in ('held', 'requested', 'confirmed', 'in_progress')
       or (status = 'expired' and streamer_id = $2 and cause in ('hold_lapsed', 'hold_released') and ended_at > $3))`,
    values: [viewerId, streamerId, since],
  });
  const live = rows
    .filter(({ status }) => status !== 'expired')
    .map(({ id, start_at: start, end_at: end, status, is_free_here: isFreeHere }) => ({
      id,
      start: instantOf(start.getTime()),
      end: instantOf(end.getTime()),
      isHeld: status === 'held',
      isFreeHere,
    }));
  return { live, lapsedHere: rows.length - live.length };
}

/**
 * Whether a viewer can take one more hold.
 * @throws AppError viewer_busy with `details.bookingId`, the booking they have then; too_many_holds, too_many_lapsed_holds or
 * too_many_free_bookings
 */
export function requireRoomFor(
  { live, lapsedHere }: ViewerLoad,
  { start, durationMinutes, isFree }: { start: Instant; durationMinutes: number; isFree: boolean },
): void {
  const wanted = { start, end: minutesAfter(start, durationMinutes) };
  const busyWith = live.find((booking) => overlap(booking, wanted));
  if (busyWith) throw new AppError('viewer_busy', undefined, { details: { bookingId: busyWith.id } });
  if (live.filter(({ isHeld }) => isHeld).length >= MOST_HOLDS) throw new AppError('too_many_holds');
  if (lapsedHere >= MOST_LAPSED_HOLDS) throw new AppError('too_many_lapsed_holds');
  if (isFree && live.filter(({ isFreeHere }) => isFreeHere).length >= MOST_FREE_BOOKINGS)
    throw new AppError('too_many_free_bookings');
}
