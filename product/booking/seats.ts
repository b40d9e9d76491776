import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Instant } from '#product/shared/time/instant.ts';
import type { BookingRow, Place, StoredExtras } from './booking-row.ts';

/**
 * The next free seat of the session of an offer that begins at a start.
 * @returns null when no such session has anybody in it
 */
export async function findSeat(
  db: pg.ClientBase,
  { streamerId, offerId, start }: { streamerId: string; offerId: string; start: Instant },
): Promise<Place | null> {
  const { rows } = await db.query(
    `select b.session_id, b.category, (select array_agg(o.seat::int) from public.bookings o
       where o.session_id = b.session_id and o.status in ('held', 'requested', 'confirmed', 'in_progress')) as taken
     from public.bookings b
     where b.streamer_id = $1 and b.offer_id = $2 and b.start_at = $3 and b.status in ('held', 'requested', 'confirmed', 'in_progress')
     limit 1`,
    [streamerId, offerId, new Date(start)],
  );
  const [session] = rows;
  if (!session) return null;
  let seat = 1;
  while (session.taken?.includes(seat)) seat++;
  return { sessionId: session.session_id, seat, category: session.category };
}

/**
 * The seat of a booking at its new start. A single booking keeps its own session; a seat of a group
 * joins the session that already exists at the new start, or begins a new one.
 */
export async function placeAt(db: pg.ClientBase, row: BookingRow, start: Instant): Promise<StoredExtras> {
  if (row.seats === 1 || !row.streamer_id || !row.offer_id) return {};
  const seat = await findSeat(db, { streamerId: row.streamer_id, offerId: row.offer_id, start });
  return { place: seat ?? { sessionId: randomUUID(), seat: 1 } };
}
