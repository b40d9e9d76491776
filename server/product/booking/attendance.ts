import type pg from 'pg';
import type { Attendance } from '#domain/booking/attendance.ts';
import { keptOutOf, type RoomAct, type Stay } from '#domain/conference/kept-out.ts';
import { instantOf } from '#domain/time/instant.ts';

/** A presence says every 10 s that it goes on; after three that did not come it ended at the last. */
const SILENCE = 30_000;

/** Somebody's being there, as the server recorded it. */
export interface Presence extends Stay {
  readonly side: 'viewer' | 'streamer';
}

interface Asked {
  sessionId: string;
  viewerId: string | null;
  now: Date;
}

/**
 * Who was at the room of a session, and when: its streamer, and of its viewers the one asked about. A presence that goes on ends, for
 * now, at `now`.
 */
export async function loadPresences(
  db: pg.ClientBase,
  { sessionId, viewerId, now }: Asked,
): Promise<Presence[]> {
  const { rows } = await db.query<PresenceRow>(
    `select side, place, joined_at, last_seen_at, left_at from public.attendances
     where session_id = $1 and (side = 'streamer' or side = 'viewer' and person_id = $2) order by joined_at, id`,
    [sessionId, viewerId],
  );
  return rows.map((row) => presenceOf(row, now.getTime()));
}

/** What a settlement rests on: who was there, and when the viewer was kept out. Waiting to be let in is being there. */
export async function loadAttendance(db: pg.ClientBase, asked: Asked): Promise<Attendance> {
  const presences = await loadPresences(db, asked);
  const stays = presences.filter(({ side }) => side === 'viewer');
  return {
    streamer: presences.filter(({ side, place }) => side === 'streamer' && place === 'room'),
    viewer: stays,
    keptOut:
      asked.viewerId === null ? [] : keptOutOf(await loadActs(db, asked.sessionId), asked.viewerId, stays),
  };
}

async function loadActs(db: pg.ClientBase, sessionId: string): Promise<RoomAct[]> {
  const { rows } = await db.query<ActRow>(
    `select at, actor_side, act, target_id from public.room_acts
     where session_id = $1 and act in ('remove', 'refuse', 'end', 'reopen') order by at, id`,
    [sessionId],
  );
  return rows.map(({ at, actor_side: by, act, target_id: targetId }) => ({
    act,
    by,
    targetId,
    at: instantOf(at.getTime()),
  }));
}

interface ActRow {
  at: Date;
  actor_side: RoomAct['by'];
  act: RoomAct['act'];
  target_id: string | null;
}

interface PresenceRow {
  side: Presence['side'];
  place: Presence['place'];
  joined_at: Date;
  last_seen_at: Date;
  left_at: Date | null;
}

function presenceOf(row: PresenceRow, now: number): Presence {
  const { side, place, joined_at: joinedAt, last_seen_at: lastSeenAt, left_at: leftAt } = row;
  const seen = lastSeenAt.getTime();
  const end = leftAt?.getTime() ?? (now - seen < SILENCE ? Math.max(now, seen) : seen);
  return { side, place, start: instantOf(joinedAt.getTime()), end: instantOf(end) };
}
