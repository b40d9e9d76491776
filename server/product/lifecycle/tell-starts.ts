import type pg from 'pg';

/** The event on the channel `starts:<streamer>` that tells anybody who chooses a start to look again. It says nothing of who took what. */
export const STARTS_EVENT = 'starts';

/** Tells, when the transaction commits, that a streamer's free starts are not what they were. */
export async function tellStarts(db: pg.ClientBase, streamerId: string): Promise<void> {
  await db.query(`select realtime.send('{}', $1, 'starts:' || $2::text)`, [STARTS_EVENT, streamerId]);
}
