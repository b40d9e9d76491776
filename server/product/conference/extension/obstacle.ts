import type pg from 'pg';
import type { ExtensionObstacle } from '#contracts/extension.ts';

/** Holds and requests that have lapsed do not count, even before the task has ended them. */
const OTHERS = `o.id <> b.id and o.status in ('held', 'requested', 'confirmed', 'in_progress')
  and not (o.due_event = 'expire' and o.due_at <= $3)`;

const QUERY = `select
    exists (select from public.bookings o where o.streamer_id = b.streamer_id and o.session_id <> b.session_id and ${OTHERS}
      and tstzrange(o.blocks_from, o.blocks_until) && tstzrange(b.blocks_from, b.blocks_until + make_interval(mins => $2))) as streamer,
    exists (select from public.bookings o where o.viewer_id = b.viewer_id and ${OTHERS}
      and tstzrange(o.start_at, o.end_at) && tstzrange(b.start_at, b.end_at + make_interval(mins => $2))) as viewer
  from public.bookings b where b.id = $1` as const;

/**
 * Which of the two has a next session too near for a booking to be prolonged. The exclusion constraints check the same when the row is
 * written; this is checked before anything is promised.
 */
export async function obstacleTo(
  db: pg.ClientBase,
  bookingId: string,
  minutes: number,
  now: Date,
): Promise<Extract<ExtensionObstacle, 'streamer_busy' | 'viewer_busy'> | null> {
  const { rows } = await db.query(QUERY, [bookingId, minutes, now]);
  if (rows[0]?.streamer) return 'streamer_busy';
  return rows[0]?.viewer ? 'viewer_busy' : null;
}
