import type pg from 'pg';
import type { BookingStanding } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { formatInstant } from '#domain/time/instant.ts';
import type { Call } from '#server/platform/functions/command.ts';
import type { Person } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { lockBooking, type StoredBooking } from './booking-row.ts';
import type { People } from './lock-time.ts';

export type Side = 'viewer' | 'streamer';

export interface OwnBooking extends StoredBooking {
  /** On which side of it the person is. */
  side: Side;
}

interface Row {
  streamer_id: string | null;
  viewer_id: string | null;
}

export interface OwnOptions {
  /** Who may: its viewer, its streamer, or both. */
  sides: readonly Side[];
  /** What must come before the row's lock: see lock-time.ts. */
  beforeLock?: (people: People) => Promise<unknown>;
}

/**
 * A booking of one's own, locked. One of other people does not exist for them, nor does it for the wrong side.
 * @throws AppError booking_not_found
 */
export async function lockOwn(
  db: pg.ClientBase,
  person: Person,
  bookingId: string,
  { sides, beforeLock }: OwnOptions,
): Promise<OwnBooking> {
  const { rows } = await db.query<Row>('select streamer_id, viewer_id from public.bookings where id = $1', [
    bookingId,
  ]);
  const [people] = rows;
  const side = sides.find(
    (each) => person.id === (each === 'viewer' ? people?.viewer_id : people?.streamer_id),
  );
  if (!people || !side) throw new AppError('booking_not_found');
  const { streamer_id: streamerId, viewer_id: viewerId } = people;
  if (streamerId && viewerId) await beforeLock?.({ streamerId, viewerId });
  return { ...(await lockBooking(db, bookingId)), side };
}

/**
 * The course of every command about a booking of one's own: once for each key, on the locked booking, answered with where it
 * stands afterwards.
 */
export function onOwnBooking(
  { db, person, input, now }: Call<Person, { key: string; bookingId: string }>,
  command: string,
  options: OwnOptions,
  work: (own: OwnBooking) => Promise<unknown>,
): Promise<BookingStanding> {
  return once(db, { personId: person.id, key: input.key, command, input }, async () => {
    await work(await lockOwn(db, person, input.bookingId, options));
    return standingOf(db, input.bookingId, now);
  });
}

/** Where a booking stands, as every command about one answers. It is this transaction's already, so the lock waits for nobody. */
export async function standingOf(db: pg.ClientBase, bookingId: string, now: Date): Promise<BookingStanding> {
  const { booking, row } = await lockBooking(db, bookingId);
  return {
    bookingId,
    sessionId: row.session_id,
    status: booking.status,
    revision: booking.revision,
    start: formatInstant(booking.start),
    holdEndsAt: booking.status === 'held' ? formatInstant(holdEndsAt(booking)) : null,
    answerBy: booking.status === 'requested' ? formatInstant(booking.answerBy) : null,
    refundCents: row.refund_cents,
    now: now.toISOString(),
  };
}
