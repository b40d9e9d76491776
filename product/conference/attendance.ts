import type pg from 'pg';
import type { Attendance } from '#product/booking/rules/booking.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import { loadOutages } from './outages.ts';
import {
  attendanceOf,
  type Presence,
  presenceOf,
  type RecordedPresence,
  type RoomAct,
  SILENCE,
} from './rules/presence.ts';

/** The presence of a person, as the server recorded it. */
export interface PresenceOfSide extends Presence {
  readonly side: 'viewer' | 'streamer';
}

interface Asked {
  sessionId: string;
  viewerId: string | null;
  now: Date;
}

interface Recorded extends RecordedPresence {
  readonly side: PresenceOfSide['side'];
}

/**
 * Loads the presences in the room of a session: of its streamer, and among its viewers of the one
 * in question. A presence that is going on ends, for now, at `now`. This is the evidence as
 * recorded, before outages are taken into account.
 */
export async function loadPresences(db: pg.ClientBase, asked: Asked): Promise<PresenceOfSide[]> {
  const at = instantOf(asked.now.getTime());
  const recorded = await loadRecorded(db, asked);
  return recorded.map((each) => ({ side: each.side, ...presenceOf(each, at) }));
}

/** The facts that a settlement is based on. */
export async function loadAttendance(db: pg.ClientBase, asked: Asked): Promise<Attendance> {
  const { sessionId, viewerId, now } = asked;
  const at = instantOf(now.getTime());
  const recorded = await loadRecorded(db, asked);
  const of = (wanted: PresenceOfSide['side']) => recorded.filter(({ side }) => side === wanted);
  const first = recorded[0]?.joinedAt ?? at;
  const outages = await loadOutages(db, { start: first, end: at });
  const acts = await loadActs(db, sessionId);
  return attendanceOf({ streamer: of('streamer'), viewer: of('viewer'), viewerId, acts, outages }, at);
}

/** Its stays, the first to begin first. */
async function loadRecorded(db: pg.ClientBase, { sessionId, viewerId }: Asked): Promise<Recorded[]> {
  // A tab that was silent for this long and then leaves had fallen silent before: after an outage
  // people reload the page.
  const { rows } = await db.query(
    `select side, place, joined_at, last_seen_at, left_at, exists (
       select from private.admissions d where d.attendance_id = a.id and d.end_cause not in ('silent', 'replaced')
         and (d.end_cause <> 'left' or d.ended_at < d.last_seen_at + make_interval(secs => $3))) as ended
     from public.attendances a
     where session_id = $1 and (side = 'streamer' or side = 'viewer' and person_id = $2) order by joined_at, id`,
    [sessionId, viewerId, SILENCE / 1000],
  );
  return rows.map(({ side, place, ended, ...row }) => ({
    side,
    place,
    joinedAt: instant(row.joined_at),
    lastSeenAt: instant(row.last_seen_at),
    leftAt: row.left_at && instant(row.left_at),
    ended,
  }));
}

async function loadActs(db: pg.ClientBase, sessionId: string): Promise<RoomAct[]> {
  const { rows } = await db.query(
    `select at, actor_side, act, target_id from public.room_acts
     where session_id = $1 and act in ('remove', 'refuse', 'end', 'reopen') order by at, id`,
    [sessionId],
  );
  return rows.map(({ at, actor_side: by, act, target_id: targetId }) => ({
    act,
    by,
    targetId,
    at: instant(at),
  }));
}

const instant = (date: Date): Instant => instantOf(date.getTime());
