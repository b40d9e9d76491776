import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { slotNotFree, type Wish } from './free-time.ts';

/** The wall behind the slot engine, by the names of its constraints. */
export type Collision = 'streamer' | 'viewer' | 'seat';

const COLLISIONS: Readonly<Record<string, Collision>> = {
  bookings_streamer_free: 'streamer',
  bookings_viewer_free: 'viewer',
  bookings_seat_key: 'seat',
};

/**
 * Writes a booking's time, within a savepoint: the caller's transaction outlives a lost race.
 * @returns what it ran into, null when it was written
 */
export async function tryWrite(db: pg.ClientBase, write: () => Promise<unknown>): Promise<Collision | null> {
  await db.query('savepoint write_time');
  try {
    await write();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    const collision = typeof constraint === 'string' ? COLLISIONS[constraint] : undefined;
    if (!collision) throw error;
    await db.query('rollback to savepoint write_time');
    return collision;
  }
  await db.query('release savepoint write_time');
  return null;
}

/**
 * Writes a booking's time, or says what stands there.
 * @throws AppError viewer_busy, or slot_not_free with the nearest free starts
 */
export async function writeInFreeTime(
  db: pg.ClientBase,
  wish: Wish,
  write: () => Promise<unknown>,
): Promise<void> {
  const collision = await tryWrite(db, write);
  if (collision === 'viewer') throw new AppError('viewer_busy');
  if (collision) throw await slotNotFree(db, wish, collision === 'seat' ? 'full' : 'taken');
}
