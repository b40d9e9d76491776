import type pg from 'pg';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { type Admission, bothThere, endAdmission, liveAdmissions } from './admissions.ts';
import { findRoom, refusalOf, stateOf } from './room.ts';
import { SILENCE } from './rules/presence.ts';

const BATCH = 500;

/**
 * Ends the admissions of people who no longer send heartbeats and have no open room to come back
 * to: cancelled, settled or over. Their own next heartbeat would end them, and may never come.
 * While the room is open a person keeps their place, since a suspended tab may wake up. keep-media
 * ends the media of ended admissions.
 */
export async function closeSilentAdmissions({ pool, now, signal, logger }: Run): Promise<void> {
  const before = new Date(now.getTime() - 2 * SILENCE);
  const { rows } = await pool.query(
    `select session_id from private.admissions where ended_at is null and last_seen_at < $1
       group by session_id order by min(last_seen_at) limit $2`,
    [before, BATCH],
  );
  for (const { session_id: sessionId } of rows) {
    if (signal.aborted) return;
    try {
      await inTransaction(pool, (db) => closeSilent(db, sessionId, { before, now }));
    } catch (error) {
      logger.error({ err: error, session: sessionId }, 'silent admissions could not be ended');
    }
  }
}

async function closeSilent(
  db: pg.ClientBase,
  sessionId: string,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await db.query('select from private.rooms where session_id = $1 for update', [sessionId]);
  const live = await liveAdmissions(db, sessionId);
  let ended = 0;
  for (const one of live.filter(({ lastSeenAt }) => lastSeenAt < before)) {
    if (await isOpenTo(db, sessionId, one, bothThere(live, now), now)) continue;
    await endAdmission(db, one, 'closed', now);
    ended += 1;
  }
  if (ended > 0) await tellRoom(db, sessionId);
}

async function isOpenTo(
  db: pg.ClientBase,
  sessionId: string,
  { personId: id, side }: Admission,
  bothGoOn: boolean,
  now: Date,
): Promise<boolean> {
  const room = await findRoom(db, sessionId, { id, role: side });
  return room?.sessionId === sessionId && refusalOf(stateOf(room.booking, now, bothGoOn), room) === null;
}
