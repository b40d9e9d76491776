import type pg from 'pg';
import type { Attendance } from '#domain/booking/attendance.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';

/** A presence says every 10 s that it goes on; after three that did not come it ended at the last. */
const SILENCE = 30_000;

interface Row {
  side: 'viewer' | 'streamer';
  joined_at: Date;
  last_seen_at: Date;
  left_at: Date | null;
}

/**
 * Who was in the room of a session, as the server recorded it: its streamer, and of its viewers the one asked about. A presence that
 * goes on ends, for now, at `now`.
 */
export async function loadAttendance(
  db: pg.ClientBase,
  { sessionId, viewerId, now }: { sessionId: string; viewerId: string | null; now: Date },
): Promise<Attendance> {
  const { rows } = await db.query<Row>(
    `select side, joined_at, last_seen_at, left_at from public.attendances
     where session_id = $1 and (side = 'streamer' or side = 'viewer' and person_id = $2) order by joined_at`,
    [sessionId, viewerId],
  );
  const presences = (side: Row['side']): Interval[] =>
    rows.filter((row) => row.side === side).map((row) => presenceOf(row, now.getTime()));
  return { streamer: presences('streamer'), viewer: presences('viewer') };
}

function presenceOf(
  { joined_at: joinedAt, last_seen_at: lastSeenAt, left_at: leftAt }: Row,
  now: number,
): Interval {
  const seen = lastSeenAt.getTime();
  const end = leftAt?.getTime() ?? (now - seen < SILENCE ? Math.max(now, seen) : seen);
  return { start: instantOf(joinedAt.getTime()), end: instantOf(end) };
}
