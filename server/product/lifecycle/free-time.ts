import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { AvailabilityContext } from '#domain/availability/availability-context.ts';
import { type ClosedReason, checkAvailability } from '#domain/availability/check-availability.ts';
import { nearestFreeStarts } from '#domain/availability/slots.ts';
import { daysAfter, formatInstant, type Instant, instantOf } from '#domain/time/instant.ts';
import { type BookingRow, NOBODY } from './booking-row.ts';
import { loadAvailabilityContext, type OfferedSession } from './load-availability-context.ts';

/** How many other free starts are suggested when one was lost. */
const NEAREST = 6;
/** The farthest horizon that a streamer can choose, and a day for zones. */
const WHOLE_HORIZON_DAYS = 366;

/** A start of an offer that somebody wants to take. */
export interface Wish {
  streamerId: string;
  offer: OfferedSession;
  start: Instant;
  now: Date;
  /** The booking that moves, whose own time counts as free. Its buffers move with it, as in the exclusion constraint. */
  excludeBookingId?: string | null;
}

/** The facts that the slot engine needs for the wanted start. */
export const contextOf = (db: pg.ClientBase, wish: Wish): Promise<AvailabilityContext> =>
  loadAvailabilityContext(db, { ...wish, span: { start: wish.start, end: wish.start } });

/**
 * Checks with the slot engine that the start is free.
 * @param unless reasons to ignore: a start that the streamer proposed needs no notice
 * @throws AppError slot_not_free with `details` {reason, nearest}
 */
export async function requireFreeStart(
  db: pg.ClientBase,
  wish: Wish,
  unless: readonly ClosedReason[] = [],
  context?: AvailabilityContext,
): Promise<void> {
  const availability = checkAvailability(context ?? (await contextOf(db, wish)), wish.start, unless);
  if (!availability.free) throw await slotNotFree(db, wish, availability.reason);
}

/** @returns the refusal for a start that is not free, with the nearest free ones */
export async function slotNotFree(db: pg.ClientBase, wish: Wish, reason: ClosedReason): Promise<AppError> {
  const start = instantOf(wish.now.getTime());
  const span = { start, end: daysAfter(start, WHOLE_HORIZON_DAYS) };
  const nearest = nearestFreeStarts(
    await loadAvailabilityContext(db, { ...wish, span }),
    wish.start,
    NEAREST,
  );
  return new AppError('slot_not_free', reason, { details: { reason, nearest: nearest.map(formatInstant) } });
}

/** The exclusion constraints that enforce what the slot engine checks, by name. */
export type Collision = 'streamer' | 'viewer' | 'seat';

const COLLISIONS: Readonly<Record<string, Collision>> = {
  bookings_streamer_free: 'streamer',
  bookings_viewer_free: 'viewer',
  bookings_seat_key: 'seat',
  // The seat behind the last one.
  bookings_seat_check: 'seat',
};

/**
 * Writes a booking's time within a savepoint, so that the caller's transaction survives a lost race.
 * @param write sends one statement
 * @returns the constraint that refused it, null when it was written
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
 * Writes a booking's time.
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

/** The availability request of a booking that moves: its own frozen terms, without the notice for a new answer. */
export function wishToMove(row: BookingRow, start: Instant, now: Date): Wish {
  return {
    streamerId: row.streamer_id ?? NOBODY,
    offer: {
      id: row.offer_id,
      durationMinutes: row.duration_minutes,
      seats: row.seats,
      confirmation: 'instant',
    },
    start,
    now,
    excludeBookingId: row.id,
  };
}

/**
 * The event on the channel `starts:<streamer>` that tells pages showing the streamer's starts to fetch them again. It does not say who
 * booked what.
 */
export const STARTS_EVENT = 'starts';

/** Hints, when the transaction commits, that a streamer's free starts have changed. */
export async function tellStarts(db: pg.ClientBase, streamerId: string): Promise<void> {
  await db.query(`select realtime.send('{}', $1, 'starts:' || $2::text)`, [STARTS_EVENT, streamerId]);
}
