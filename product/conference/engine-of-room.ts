import type pg from 'pg';
import type { MediaEngine, MediaEngines } from '#server/integrations/media/media-engine.ts';
import type { EngineName } from './rules/engine.ts';

/** A room that was opened once. */
export interface OpenRoom {
  /** Rises when its media are built again. */
  epoch: number;
  engine: MediaEngine;
  /** The process that carries its media, for engines that run within one; null until one does. */
  home: number | null;
}

interface Row {
  epoch: number;
  engine: EngineName;
  home: number | null;
}

/**
 * Opens a room that was never open, and locks it until the transaction ends. Its engine stays,
 * unless this process no longer has that engine: then its media are rebuilt, as when the process
 * that carried them died.
 * @param seats of the booked offer
 */
export async function lockRoom(
  db: pg.ClientBase,
  { sessionId, seats }: { sessionId: string; seats: number },
  media: MediaEngines,
  now: Date,
): Promise<OpenRoom> {
  await db.query(
    'insert into private.rooms (session_id, engine, opened_at) values ($1, $2, $3) on conflict do nothing',
    [sessionId, media.forSeats(seats).name, now],
  );
  const row = await readRoom(db, sessionId, 'for update');
  if (!row) throw new Error(`room ${sessionId} vanished`);
  const kept = media.byName(row.engine);
  const engine = kept ?? media.forSeats(seats);
  if (!kept)
    await db.query('update private.rooms set engine = $2 where session_id = $1', [sessionId, engine.name]);
  const home = engine.relay?.home;
  const moves = home ? await home.mayTake(db, row.home) : false;
  const key = home && moves ? await home.key() : row.home;
  if (moves) await db.query('update private.rooms set home = $2 where session_id = $1', [sessionId, key]);
  const mustRebuild = !kept || (moves && row.home !== null);
  return { engine, epoch: mustRebuild ? await raiseEpoch(db, sessionId) : row.epoch, home: key };
}

async function readRoom(db: pg.ClientBase, sessionId: string, lock: 'for update' | ''): Promise<Row | null> {
  const { rows } = await db.query(
    `select epoch, engine, home from private.rooms where session_id = $1 ${lock}`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/**
 * The room; null when it was never open, or its engine does not run in this process.
 * @param lock `for update` makes others who enter wait
 */
export async function readOpenRoom(
  db: pg.ClientBase,
  sessionId: string,
  media: MediaEngines,
  lock: 'for update' | '' = '',
): Promise<OpenRoom | null> {
  const row = await readRoom(db, sessionId, lock);
  const engine = row && media.byName(row.engine);
  return row && engine ? { epoch: row.epoch, engine, home: row.home } : null;
}

/** Begins to rebuild the media of a room: everybody has to publish again. @returns the new epoch */
export async function raiseEpoch(db: pg.ClientBase, sessionId: string): Promise<number> {
  const { rows } = await db.query(
    'update private.rooms set epoch = epoch + 1 where session_id = $1 returning epoch',
    [sessionId],
  );
  const [room] = rows;
  if (!room) throw new Error(`room ${sessionId} vanished`);
  await db.query(
    'update private.admissions set published_at = null where session_id = $1 and ended_at is null',
    [sessionId],
  );
  return room.epoch;
}
