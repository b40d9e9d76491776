import type pg from 'pg';
import type { ExtensionObstacle } from '#contracts/extension.ts';

/** Holds and requests whose time is up do not count, although the task has not ended them yet. */
const OTHERS = `o.id <> b.id and o.status in ('held', 'requested', 'confirmed', 'in_progress')
  and not (o.due_event = 'expire' and o.due_at <= $3)`;

const QUERY = `select
    exists (select from public.bookings o where o.streamer_id = b.streamer_id and o.session_id <> b.session_id and ${OTHERS}
      and tstzrange(o.blocks_from, o.blocks_until) && tstzrange(b.blocks_from, b.blocks_until + make_interval(mins => $2))) as streamer,
    exists (select from public.bookings o where o.viewer_id = b.viewer_id and ${OTHERS}
      and tstzrange(o.start_at, o.end_at) && tstzrange(b.start_at, b.end_at + make_interval(mins => $2))) as viewer
  from public.bookings b where b.id = $1` as const;

/**
 * Whose next session is too near for a booking to go on. The exclusion constraints check the same when the row is written; this asks before anybody
 * is promised anything.
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
