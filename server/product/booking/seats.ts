import type pg from 'pg';
import type { Instant } from '#domain/time/instant.ts';
import type { Place } from '#server/product/lifecycle/store-booking.ts';

/**
 * The next free seat of the session of an offer that begins at a start.
 * @returns null when no such session has anybody in it
 */
export async function findSeat(
  db: pg.ClientBase,
  { streamerId, offerId, start }: { streamerId: string; offerId: string; start: Instant },
): Promise<Place | null> {
  const { rows } = await db.query<{ session_id: string; taken: number[] }>(
    `select session_id, array_agg(seat::int) as taken from public.bookings
     where streamer_id = $1 and offer_id = $2 and start_at = $3 and status in ('held', 'requested', 'confirmed', 'in_progress')
     group by session_id`,
    [streamerId, offerId, new Date(start)],
  );
  const [session] = rows;
  if (!session) return null;
  let seat = 1;
  while (session.taken.includes(seat)) seat++;
  return { sessionId: session.session_id, seat };
}
