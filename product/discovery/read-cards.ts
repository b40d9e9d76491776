import type pg from 'pg';
import {
  type AskedOffer,
  loadAvailabilityContexts,
} from '#product/availability/load-availability-context.ts';
import { firstFreeStart } from '#product/availability/rules/slots.ts';
import { daysAfter, formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { StreamerCard } from './contract.ts';
import type { Wish } from './find-streamers.ts';
import { lookAhead } from './rules/free-ring.ts';

type CardOffer = Omit<AskedOffer, 'streamerId'> & { priceCents: number; adultsOnly: boolean };

interface Row
  extends Omit<StreamerCard, 'fromPriceCents' | 'free' | 'durations' | 'nextFree' | 'adultsOnly'> {
  /** In the streamer's own order. */
  offers: CardOffer[];
}

interface Free {
  start: Instant;
  offerId: string;
}

const FARTHEST_DAYS = 366;

const READ_CARDS = `
  select s.id, s.handle, s.display_name as "displayName", s.headline, s.avatar_url as "avatarUrl", s.banner_url as "bannerUrl",
    s.placeholders ->> s.banner_url as "bannerPlaceholder",
    (select f.film_url from public.films f where f.streamer_id = s.id) as "filmUrl",
    s.categories, s.languages, s.rating_average::float8 as "ratingAverage", s.rating_count as "ratingCount",
    s.featured_at is not null as featured,
    (select coalesce(json_agg(json_build_object('provider', c.provider, 'name', c.name, 'live', c.live_since is not null)
       order by c.provider), '[]')
     from public.streamer_channels c where c.streamer_id = s.id) as channels,
    (select coalesce(json_agg(json_build_object('id', o.id, 'durationMinutes', o.duration_minutes, 'seats', o.seats,
       'confirmation', o.confirmation, 'priceCents', o.price_cents, 'adultsOnly', o.adults_only) order by o.position, o.id), '[]')
     from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null) as offers
  from unnest($1::uuid[]) with ordinality as wanted (id, place) join public.streamers s on s.id = wanted.id
  order by wanted.place`;

/**
 * The cards of these streamers, in this order, each with its first free start of an offer that
 * matches, within the search's ranges if it has any. The slot engine computes it now, whatever the
 * projection says: a streamer who turns out not to be free is left out, and marked to be computed
 * again.
 */
export async function readCards(
  db: pg.ClientBase,
  ids: readonly string[],
  wish: OfferWish & Pick<Wish, 'ranges'>,
  now: Date,
): Promise<StreamerCard[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query({ name: 'read-cards', text: READ_CARDS, values: [ids] });
  const offers = rows.flatMap(({ id, offers: all }) =>
    all.filter((offer) => fits(offer, wish)).map((offer): AskedOffer => ({ ...offer, streamerId: id })),
  );
  const at = instantOf(now.getTime());
  const free = await firstFree(db, offers, wish.ranges ?? [lookAhead(at)], now);
  if (wish.ranges === null) {
    const rest = offers.filter(({ streamerId }) => !free.has(streamerId));
    const later = await firstFree(
      db,
      rest,
      [{ start: lookAhead(at).end, end: daysAfter(at, FARTHEST_DAYS) }],
      now,
    );
    for (const [streamerId, found] of later) free.set(streamerId, found);
    // A streamer whose prices changed since they were found has nothing left that matches.
    return rows
      .filter((row) => !narrows(wish) || row.offers.some((offer) => fits(offer, wish)))
      .map((row) => cardOf(row, wish, free.get(row.id) ?? null));
  }
  const wrong = rows.filter(({ id }) => !free.has(id)).map(({ id }) => id);
  if (wrong.length > 0) {
    await db.query('insert into private.free_time_marks (streamer_id) select unnest($1::uuid[])', [wrong]);
  }
  return rows.filter(({ id }) => free.has(id)).map((row) => cardOf(row, wish, free.get(row.id) ?? null));
}

type OfferWish = Pick<Wish, 'priceMinCents' | 'priceMaxCents' | 'durationMinutes'>;

const narrows = ({ priceMinCents, priceMaxCents, durationMinutes }: OfferWish): boolean =>
  priceMinCents !== null || priceMaxCents !== null || durationMinutes !== null;

const fits = ({ priceCents, durationMinutes }: CardOffer, wish: OfferWish): boolean =>
  priceCents >= (wish.priceMinCents ?? 0) &&
  priceCents <= (wish.priceMaxCents ?? Number.POSITIVE_INFINITY) &&
  durationMinutes === (wish.durationMinutes ?? durationMinutes);

/**
 * By streamer, the first free start of these offers within the ranges; of two offers at once the
 * streamer's first one.
 */
async function firstFree(
  db: pg.ClientBase,
  offers: readonly AskedOffer[],
  ranges: readonly Interval[],
  now: Date,
): Promise<Map<string, Free>> {
  const found = new Map<string, Free>();
  const first = ranges[0];
  const last = ranges.at(-1);
  if (!first || !last) return found;
  const contexts = await loadAvailabilityContexts(db, {
    offers,
    now,
    span: { start: first.start, end: last.end },
  });
  for (const { id, streamerId } of offers) {
    const context = contexts.get(id);
    if (!context) continue;
    for (const range of ranges) {
      const start = firstFreeStart(context, range);
      if (start === null) continue;
      const known = found.get(streamerId);
      if (!known || start < known.start) found.set(streamerId, { start, offerId: id });
      break;
    }
  }
  return found;
}

/**
 * The price on a card matches the search: it is one of the matching offers, as they were found and
 * ordered.
 */
function cardOf({ offers, ...row }: Row, wish: OfferWish, free: Free | null): StreamerCard {
  const prices = offers.filter((offer) => fits(offer, wish)).map(({ priceCents }) => priceCents);
  const paid = prices.filter((price) => price > 0);
  const onlyFree = offers.every(({ priceCents }) => priceCents === 0);
  return {
    ...row,
    fromPriceCents: paid.length === 0 ? null : Math.min(...paid),
    free: !prices.includes(0) ? 'none' : onlyFree ? 'only' : 'trial',
    durations: [...new Set(offers.map(({ durationMinutes }) => durationMinutes))].sort((a, b) => a - b),
    nextFree: free && { start: formatInstant(free.start), offerId: free.offerId },
    adultsOnly: offers.length > 0 && offers.every(({ adultsOnly }) => adultsOnly),
  };
}
