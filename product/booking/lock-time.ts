import type pg from 'pg';
import { advanceBooking } from './advance-booking.ts';

/**
 * First half of the advisory locks' keys, so that they cannot collide with other uses of such
 * locks.
 */
const PERSON_TIME = 750_652;

/** The two people whose time a booking takes. */
export interface People {
  streamerId: string;
  viewerId: string;
}

/**
 * Lets only one transaction at a time place something in the timeline of each of these people,
 * whether they give or take it, until it ends. The exclusion constraint alone would keep a person
 * from being in two places, but inserts that conflict there wait for each other, which Postgres can
 * only end as a deadlock, and caps (holds of a viewer, sessions of a day) are not constraints at
 * all. All locks are taken at once, in the order of their keys, and before any row is locked: so a
 * holder of one never waits for somebody who wants it.
 */
export async function lockTime(db: pg.ClientBase, people: readonly string[]): Promise<void> {
  await db.query({
    name: 'lock-time',
    text: `select pg_advisory_xact_lock($1, p.key)
     from (select distinct hashtext(id) as key from unnest($2::text[]) as id order by key) p`,
    values: [PERSON_TIME, people],
  });
}

export interface LapsedOf {
  people: readonly string[];
  /** The bookings that the caller is about to change. */
  except?: readonly string[];
  now: Date;
}

/**
 * Ends the lapsed holds and requests of people, on either side, so that they block nothing even
 * before the deadlines task has ended them. Their time must be locked (lockTime).
 * @returns how many there were
 */
export async function endLapsed(db: pg.ClientBase, { people, except = [], now }: LapsedOf): Promise<number> {
  const { rows } = await db.query({
    name: 'lapsed-bookings',
    // Rows are locked in a fixed order, so that two transactions that end the same ones never wait
    // for each other in a circle.
    text: `select id from public.bookings
     where due_at <= $2 and due_event = 'expire' and (streamer_id = any ($1) or viewer_id = any ($1)) and id <> all ($3::uuid[])
     order by id for update`,
    values: [people, now, except],
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
  async ({ streamerId, viewerId }: People): Promise<void> => {
    const people = [streamerId, viewerId];
    await lockTime(db, people);
    await endLapsed(db, { people, except: [bookingId], now });
  };
