import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { slotNotFree, type Wish } from './free-time.ts';

/** The wall behind the slot engine, by the names of its constraints. */
export type Collision = 'streamer' | 'viewer' | 'seat';

const COLLISIONS: Readonly<Record<string, Collision>> = {
  bookings_streamer_free: 'streamer',
  bookings_viewer_free: 'viewer',
  bookings_seat_key: 'seat',
  // The seat behind the last one.
  bookings_seat_check: 'seat',
};

/**
 * Writes a booking's time, within a savepoint: the caller's transaction outlives a lost race.
 * @param write sends one statement
 * @returns what it ran into, null when it was written
 */
export async function tryWrite(db: pg.ClientBase, write: () => Promise<unknown>): Promise<Collision | null> {
  // Sent together, which saves two round trips; when the second fails, so does the third, and the savepoint is still there.
  const [begun, written, released] = await Promise.allSettled([
    db.query('savepoint write_time'),
    write(),
    db.query('release savepoint write_time'),
  ]);
  if (begun.status === 'rejected') throw begun.reason;
  if (written.status === 'rejected') {
    const { constraint } = written.reason as { constraint?: unknown };
    const collision = typeof constraint === 'string' ? COLLISIONS[constraint] : undefined;
    if (!collision) throw written.reason;
    await db.query('rollback to savepoint write_time');
    return collision;
  }
  if (released.status === 'rejected') throw released.reason;
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

/**
 * Writes a booking that takes more time than before.
 * @throws AppError extension_time_taken when somebody's next session is too near
 */
export async function writeLonger(db: pg.ClientBase, write: () => Promise<unknown>): Promise<void> {
  if (await tryWrite(db, write)) throw new AppError('extension_time_taken');
}
