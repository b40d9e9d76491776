import type pg from 'pg';
import type { ExtensionObstacle } from '#product/booking/extension-contract.ts';

/** Holds and requests that have lapsed do not count, even before the task has ended them. */
const OTHERS = `from private.person_times t join public.bookings o on o.id = t.booking_id
    where o.id <> b.id and not (o.due_event = 'expire' and o.due_at <= $3)`;

const QUERY = `select
    exists (select ${OTHERS} and t.person_id = b.streamer_id
      and t.span && tstzrange(b.blocks_from, b.blocks_until + make_interval(mins => $2))) as streamer,
    exists (select ${OTHERS} and t.person_id = b.viewer_id
      and t.span && tstzrange(b.start_at, b.end_at + make_interval(mins => $2))) as viewer
  from public.bookings b where b.id = $1` as const;

/**
 * Which of the two is elsewhere too soon for a booking, of a session for two, to be prolonged. The
 * exclusion constraint checks the same when the row is written; this is checked before anything is
 * promised.
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
