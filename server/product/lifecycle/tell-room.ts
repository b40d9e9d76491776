import type pg from 'pg';

/** The event on a room's channel that tells its participants to ask the server again. It carries no truth of its own. */
export const ROOM_EVENT = 'room';

/** Tells everybody in a room, when the transaction commits, that who is there or how they connect has changed. */
export async function tellRoom(db: pg.ClientBase, sessionId: string): Promise<void> {
  await db.query(`select realtime.send('{}', $1, $2)`, [ROOM_EVENT, `room:${sessionId}`]);
}
