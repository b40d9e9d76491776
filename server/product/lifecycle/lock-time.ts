import type pg from 'pg';
import { sentTogether } from '#server/postgres/sent-together.ts';
import { advanceBooking } from './advance-booking.ts';

/** First halves of the advisory locks' keys, so that they cannot collide with other uses of such locks. */
const STREAMER_TIME = 750_652;
const VIEWER_TIME = 750_653;

/** The two people whose time a booking takes. */
export interface People {
  streamerId: string;
  viewerId: string;
}

/**
 * Lets only one transaction at a time place bookings of a streamer, and of a viewer, until it ends. The exclusion constraints alone would
 * keep time from being sold twice, but inserts that conflict there wait for each other, which Postgres can only end as a deadlock, and
 * caps (holds of a viewer, sessions of a day) are not constraints at all. The locks are always taken in this order, and before any row is
 * locked, so a holder of one never waits for somebody who wants it.
 */
export async function lockTime(db: pg.ClientBase, { streamerId, viewerId }: People): Promise<void> {
  const lock = (kind: number, id: string) =>
    db.query({
      name: 'lock-time',
      text: 'select pg_advisory_xact_lock($1, hashtext($2))',
      values: [kind, id],
    });
  // Sent together, carried out in this order.
  await sentTogether(lock(STREAMER_TIME, streamerId), lock(VIEWER_TIME, viewerId));
}

export interface LapsedOf extends People {
  /** The booking that the caller is about to change. */
  except?: string | null;
  now: Date;
}

/**
 * Ends the lapsed holds and requests of two people, so that they block nothing even before the deadlines task has ended them. Their time
 * must be locked (lockTime).
 * @returns how many there were
 */
export async function endLapsed(
  db: pg.ClientBase,
  { streamerId, viewerId, except = null, now }: LapsedOf,
): Promise<number> {
  const { rows } = await db.query({
    name: 'lapsed-bookings',
    // Rows are locked in a fixed order, so that two transactions that end the same ones never wait for each other in a circle.
    text: `select id from public.bookings
     where due_at <= $3 and due_event = 'expire' and (streamer_id = $1 or viewer_id = $2) and id is distinct from $4
     order by id for update`,
    values: [streamerId, viewerId, now, except],
  });
  for (const { id } of rows) {
    await advanceBooking(db, {
      bookingId: id,
      event: { type: 'expire', by: 'system' },
      actorId: null,
      now,
    });
  }
  return rows.length;
}

/** The lock that must be taken before that of a booking that moves. */
export const beforeMoving =
  (db: pg.ClientBase, bookingId: string, now: Date) =>
  async (people: People): Promise<void> => {
    await lockTime(db, people);
    await endLapsed(db, { ...people, except: bookingId, now });
  };
