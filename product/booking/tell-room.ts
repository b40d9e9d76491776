import type pg from 'pg';

/**
 * The event on a room's channel that tells participants to ask the server again. It carries no data
 * of its own.
 */
export const ROOM_EVENT = 'room';

/**
 * Hints to all participants, when the transaction commits, that the room's people or connections
 * have changed.
 */
export async function tellRoom(db: pg.ClientBase, sessionId: string): Promise<void> {
  await db.query(`select realtime.send('{}', $1, $2)`, [ROOM_EVENT, `room:${sessionId}`]);
}
