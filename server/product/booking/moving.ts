import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Instant } from '#domain/time/instant.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { endLapsed } from './end-lapsed.ts';
import type { BookingRow } from './row.ts';
import { findSeat } from './seats.ts';
import type { StoredExtras } from './store.ts';
import { lockTime, type People } from './time-locks.ts';

/** What must come before the lock of a booking that moves. */
export const beforeMoving =
  (db: pg.ClientBase, deps: ProductDeps, bookingId: string, now: Date) =>
  async (people: People): Promise<void> => {
    await lockTime(db, people);
    await endLapsed(db, deps, { ...people, except: bookingId, now });
  };

/**
 * Where a booking sits at its new start. One seat is a session of its own wherever it goes; a seat of a group joins those who are
 * there, or begins a session that shares nothing with the one it leaves.
 */
export async function placeAt(db: pg.ClientBase, row: BookingRow, start: Instant): Promise<StoredExtras> {
  if (row.seats === 1 || !row.streamer_id || !row.offer_id) return {};
  const seat = await findSeat(db, { streamerId: row.streamer_id, offerId: row.offer_id, start });
  return { place: seat ?? { sessionId: randomUUID(), seat: 1 } };
}
