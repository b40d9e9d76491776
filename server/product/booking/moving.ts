import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Instant } from '#domain/time/instant.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import type { BookingRow } from '#server/product/lifecycle/booking-row.ts';
import { endLapsed } from '#server/product/lifecycle/end-lapsed.ts';
import { lockTime, type People } from '#server/product/lifecycle/lock-time.ts';
import type { StoredExtras } from '#server/product/lifecycle/store-booking.ts';
import { findSeat } from './seats.ts';

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
