import type pg from 'pg';
import {
  loadAvailabilityContext,
  type OfferedSession,
} from '#product/availability/load-availability-context.ts';
import type { AvailabilityContext } from '#product/availability/rules/availability-context.ts';
import {
  type ClosedReason,
  checkAvailability,
  publicReason,
} from '#product/availability/rules/check-availability.ts';
import { nearestFreeStarts } from '#product/availability/rules/slots.ts';
import { AppError } from '#product/shared/errors.ts';
import {
  daysAfter,
  formatInstant,
  type Instant,
  instantOf,
  minutesAfter,
} from '#product/shared/time/instant.ts';
import { type BookingRow, NOBODY } from './booking-row.ts';
import type { Actor } from './rules/events.ts';

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
  /**
   * The bookings that move, whose own time counts as free. Their buffers move with them, as in the
   * exclusion constraint.
   */
  moving?: readonly string[];
}

/** The facts that the slot engine needs for the wanted start. */
export const contextOf = (db: pg.ClientBase, wish: Wish): Promise<AvailabilityContext> =>
  loadAvailabilityContext(db, { ...wish, span: { start: wish.start, end: wish.start } });

/**
 * Checks with the slot engine that the start is free.
 * @throws AppError slot_not_free with `details` {reason, nearest}
 */
export async function requireFreeStart(
  db: pg.ClientBase,
  wish: Wish,
  context?: AvailabilityContext,
): Promise<void> {
  const availability = checkAvailability(context ?? (await contextOf(db, wish)), wish.start);
  if (!availability.free) throw await slotNotFree(db, wish, availability.reason);
}

/** @returns the refusal for a start that is not free, with the nearest free ones */
export async function slotNotFree(db: pg.ClientBase, wish: Wish, closed: ClosedReason): Promise<AppError> {
  const reason = publicReason(closed);
  const start = instantOf(wish.now.getTime());
  const span = { start, end: daysAfter(start, WHOLE_HORIZON_DAYS) };
  const nearest = nearestFreeStarts(
    await loadAvailabilityContext(db, { ...wish, span }),
    wish.start,
    NEAREST,
  );
  return new AppError('slot_not_free', reason, { details: { reason, nearest: nearest.map(formatInstant) } });
}

/**
 * The refusals of the constraints that enforce the slot engine's checks: a person in two places, a
 * seat sold twice.
 */
type Collision = 'time' | 'seat';

const COLLISIONS: Readonly<Record<string, Collision>> = {
  person_times_one_place: 'time',
  bookings_seat_key: 'seat',
  // The seat behind the last one.
  bookings_seat_check: 'seat',
};

/**
 * Writes a booking's time within a savepoint, so that the caller's transaction survives a lost
 * race.
 * @param write sends one statement
 * @returns the constraint that refused it, null when it was written
 */
export async function tryWrite(db: pg.ClientBase, write: () => Promise<unknown>): Promise<Collision | null> {
  // Sent together, which saves two round trips; when the second fails, so does the third, and the
  // savepoint is still there.
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
 * Finds somebody's commitments at a time: the booking, the side of it that they are on, and whether
 * it is agreed or only proposed.
 */
export async function busyWith(
  db: pg.ClientBase,
  personId: string,
  { start, offer, moving = [] }: Pick<Wish, 'start' | 'offer' | 'moving'>,
): Promise<{ bookingId: string; side: 'streamer' | 'viewer'; kind: 'agreed' | 'proposed' } | null> {
  const { rows } = await db.query({
    name: 'busy-with',
    text: `select booking_id as "bookingId", side, kind from private.person_times
     where person_id = $1 and span && tstzrange($2, $3) and booking_id <> all ($4::uuid[])
     order by kind, lower(span), booking_id limit 1`,
    values: [personId, new Date(start), new Date(minutesAfter(start, offer.durationMinutes)), moving],
  });
  return rows[0] ?? null;
}

/**
 * Writes a booking's time, or the time of a start that is proposed.
 * @param as whom the refusal is for: a viewer is told of their own time, others only that the
 *   viewer is not free then
 * @throws AppError viewer_busy or viewer_not_free, or slot_not_free with the nearest free starts
 */
export async function writeInFreeTime(
  db: pg.ClientBase,
  wish: Wish,
  { viewerId, as }: { viewerId: string | null; as: Actor },
  write: () => Promise<unknown>,
): Promise<void> {
  const collision = await tryWrite(db, write);
  if (!collision) return;
  const busy = collision === 'time' && viewerId !== null ? await busyWith(db, viewerId, wish) : null;
  if (busy && as === 'viewer') throw new AppError('viewer_busy', undefined, { details: busy });
  if (busy) throw new AppError('viewer_not_free');
  throw await slotNotFree(db, wish, collision === 'seat' ? 'full' : 'taken');
}

/**
 * Writes a booking that takes more time than before.
 * @throws AppError extension_time_taken when somebody's next session is too near
 */
export async function writeLonger(db: pg.ClientBase, write: () => Promise<unknown>): Promise<void> {
  if (await tryWrite(db, write)) throw new AppError('extension_time_taken');
}

/**
 * The availability request of a booking that moves: its own frozen terms, without the notice for a
 * new answer.
 */
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
    moving: [row.id],
  };
}

/**
 * The event on the channel `starts:<streamer>` that tells pages showing the streamer's starts to
 * fetch them again. It does not say who booked what.
 */
export const STARTS_EVENT = 'starts';

/**
 * Hints, when the transaction commits, that the free starts of those of these people who are
 * streamers have changed.
 */
export async function tellStarts(db: pg.ClientBase, people: readonly (string | null)[]): Promise<void> {
  await db.query(
    `select realtime.send('{}', $1, 'starts:' || id) from public.streamers where id = any ($2::uuid[])`,
    [STARTS_EVENT, people],
  );
}
