import type pg from 'pg';
import type { ProductDeps } from '#server/product/deps.ts';
import { advanceBooking } from './advance-booking.ts';
import type { People } from './lock-time.ts';

export interface LapsedOf extends People {
  /** A booking that the caller decides about. */
  except?: string | null;
  now: Date;
}

/**
 * Ends the holds and requests of two people whose time is up, so that they stand in nobody's way although the deadlines task has not
 * come by yet. Their time must be locked (time-locks.ts).
 * @returns how many there were
 */
export async function endLapsed(
  db: pg.ClientBase,
  deps: ProductDeps,
  { streamerId, viewerId, except = null, now }: LapsedOf,
): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    name: 'lapsed-bookings',
    // In one order for everybody: two that end the same ones wait for each other in a row, and never in a circle.
    text: `select id from public.bookings
     where due_at <= $3 and due_event = 'expire' and (streamer_id = $1 or viewer_id = $2) and id is distinct from $4
     order by id for update`,
    values: [streamerId, viewerId, now, except],
  });
  for (const { id } of rows) {
    await advanceBooking(db, deps, {
      bookingId: id,
      event: { type: 'expire', by: 'system' },
      actorId: null,
      now,
    });
  }
  return rows.length;
}
