import type pg from 'pg';
import { instantOf } from '#product/shared/time/instant.ts';
import type { Room } from './room.ts';
import { type Earlier, type Entry, entryOf } from './rules/entry.ts';
import type { HostAct } from './rules/host.ts';

/** The settings that the host of a room has made. */
export interface HostState {
  lobbyOn: boolean;
  /** The side that ended the session for everybody; null while it is running. */
  endedBy: 'streamer' | 'admin' | null;
}

/**
 * The host's settings of a room that has been opened. The caller holds the room's lock, unless it
 * only displays them.
 */
export async function readHostState(db: pg.ClientBase, sessionId: string): Promise<HostState> {
  const { rows } = await db.query('select lobby_on, ended_by from private.rooms where session_id = $1', [
    sessionId,
  ]);
  return { lobbyOn: rows[0]?.lobby_on ?? false, endedBy: rows[0]?.ended_by ?? null };
}

/** Whether a person who may enter at this time goes to the room, to the lobby, or nowhere. */
export async function readEntry(
  db: pg.ClientBase,
  { sessionId, side }: Room,
  personId: string,
  now: Date,
): Promise<Entry> {
  const { rows } = await db.query(
    `select waiting, end_cause, ended_at from private.admissions where session_id = $1 and person_id = $2
     order by number desc`,
    [sessionId, personId],
  );
  const earlier = rows.map(
    ({ waiting, end_cause: endCause, ended_at: endedAt }): Earlier => ({
      waiting,
      endCause,
      endedAt: endedAt && instantOf(endedAt.getTime()),
    }),
  );
  const state = await readHostState(db, sessionId);
  return entryOf({ side, ...state, earlier }, instantOf(now.getTime()));
}

/**
 * The time to record for an act in a room that the caller has locked: now, but never before
 * anything already recorded there, since another process's clock may be ahead.
 */
export async function momentOfAct(db: pg.ClientBase, sessionId: string, now: Date): Promise<Date> {
  const { rows } = await db.query(
    `select greatest($2::timestamptz,
       (select max(at) + interval '1 ms' from public.room_acts where session_id = $1),
       (select max(last_seen_at) from private.admissions where session_id = $1 and ended_at is null)) as at`,
    [sessionId, now],
  );
  return rows[0]?.at ?? now;
}

/** An act as recorded: evidence of who did what to whom. */
export async function recordAct(
  db: pg.ClientBase,
  done: {
    sessionId: string;
    actorId: string;
    side: 'streamer' | 'admin';
    act: HostAct | 'reopen';
    targetId: string | null;
    now: Date;
  },
): Promise<void> {
  const { sessionId, actorId, side, act, targetId, now } = done;
  await db.query(
    `insert into public.room_acts (session_id, at, actor_id, actor_side, act, target_id) values ($1, $2, $3, $4, $5, $6)`,
    [sessionId, now, actorId, side, act, targetId],
  );
}

/** Reopens a session that was ended for everybody. */
export async function reopen(db: pg.ClientBase, sessionId: string): Promise<void> {
  await db.query('update private.rooms set ended_at = null, ended_by = null where session_id = $1', [
    sessionId,
  ]);
}
