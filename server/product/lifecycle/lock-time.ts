import type pg from 'pg';

/** First halves of the advisory locks, so that no other use of such locks meets them. */
const STREAMER_TIME = 750_652;
const VIEWER_TIME = 750_653;

/** The two whose time a booking takes. */
export interface People {
  streamerId: string;
  viewerId: string;
}

/**
 * Lets one transaction at a time place bookings of a streamer, and of a viewer; until it ends. The exclusion constraints alone would
 * keep the time from being sold twice, but inserters that meet there wait for each other, which Postgres can only end as a deadlock,
 * and caps (holds of a viewer, sessions of a day) are no constraint at all. Always in this order, and before any row is locked:
 * so nobody who holds one of them waits for somebody who wants it.
 */
export async function lockTime(db: pg.ClientBase, { streamerId, viewerId }: People): Promise<void> {
  const lock = (kind: number, id: string) =>
    db.query({
      name: 'lock-time',
      text: 'select pg_advisory_xact_lock($1, hashtext($2))',
      values: [kind, id],
    });
  // Sent together, carried out in this order.
  await Promise.all([lock(STREAMER_TIME, streamerId), lock(VIEWER_TIME, viewerId)]);
}
