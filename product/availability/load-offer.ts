import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { Row } from '#server/postgres/typed-query.ts';

const BOOKABLE = `select o.id, o.streamer_id as "streamerId", s.zone as "streamerZone", o.title, o.category,
   o.duration_minutes as "durationMinutes", o.price_cents as "priceCents", o.seats, o.confirmation, o.policy, o.questions, o.adults_only as "adultsOnly", o.revision
 from public.offers o join public.streamers s on s.id = o.streamer_id
 where o.id = $1 and o.is_active and o.archived_at is null and private.is_visible_streamer(s.id)` as const;

/** An offer that a viewer can take, with its streamer's zone. */
export type BookableOffer = Row<typeof BOOKABLE>;

/**
 * An active offer, not put away, of a streamer whom the public sees.
 * @throws AppError offer_not_found
 */
export async function loadOffer(db: pg.ClientBase | pg.Pool, offerId: string): Promise<BookableOffer> {
  const { rows } = await db.query({ name: 'load-offer', text: BOOKABLE, values: [offerId] });
  const [offer] = rows;
  if (!offer) throw new AppError('offer_not_found');
  return offer;
}
