import type pg from 'pg';
import type { z } from 'zod';
import { serve } from '#product/command/serve.ts';
import { BROWSE_PAGE } from '#product/shared/browsing.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { isZoneName, type ZoneName } from '#product/shared/time/zone.ts';
import { browseStreamers as contract, type StreamerCard } from '../contract.ts';
import { findStreamers, type Part, type Wish } from '../find-streamers.ts';
import { readCards } from '../read-cards.ts';
import { freeRanges } from '../rules/free-when.ts';
import { forgiving, wordsOf } from '../search.ts';

type Input = z.output<typeof contract.request>;

/** A page of streamers that match the filters; it reads only what the public may see. */
export const browseStreamers = serve({
  contract,
  async run({ db, person, input, now }) {
    if (input.favourites && person.id === null) {
      return { total: 0, page: input.page, pages: 1, cards: [], now: now.toISOString() };
    }
    const part: Part = {
      sort: input.sort,
      limit: BROWSE_PAGE,
      offset: (input.page - 1) * BROWSE_PAGE,
      now,
    };
    const { wish, ids, total } = await find(db, wishOf(input, person.id, now), wordsOf(input.query), part);
    const cards = await readCards(db, ids, wish, now);
    if (input.sort === 'soonest') cards.sort((a, b) => startOf(a) - startOf(b));
    if (input.sort === 'price') cards.sort((a, b) => shownPrice(a) - shownPrice(b));
    const shown = total - (ids.length - cards.length);
    return {
      total: shown,
      page: input.page,
      pages: Math.max(1, Math.ceil(shown / BROWSE_PAGE)),
      cards,
      now: now.toISOString(),
    };
  },
});

/** The viewer's zone, or that of Paris when there is no such zone. */
export const zoneOr = (zone: string): ZoneName => (isZoneName(zone) ? zone : 'Europe/Paris');

function wishOf(input: Input, personId: string | null, now: Date): Wish {
  const { category, language, priceMinCents, priceMaxCents, durationMinutes, ratingMin, free } = input;
  const ranges = free && freeRanges(free, zoneOr(input.zone), instantOf(now.getTime()));
  return {
    words: [],
    category,
    language,
    priceMinCents,
    priceMaxCents,
    durationMinutes,
    ratingMin,
    ranges,
    favouriteOf: input.favourites ? personId : null,
  };
}

/** First the words as they were typed; if they match nobody, the words that may have been meant. */
async function find(db: pg.ClientBase, wish: Wish, typed: readonly string[], part: Part) {
  const exact = { ...wish, words: typed.map((word) => [word]) };
  const found = await findStreamers(db, exact, part);
  if (found.total > 0 || typed.length === 0) return { wish: exact, ...found };
  const words = await forgiving(db, typed);
  if (words === null) return { wish: exact, ...found };
  const meant = { ...wish, words };
  return { wish: meant, ...(await findStreamers(db, meant, part)) };
}

/** The price that a card shows first: free, or the lowest one. */
const shownPrice = ({ free, fromPriceCents }: StreamerCard): number =>
  free === 'none' ? (fromPriceCents ?? Number.MAX_SAFE_INTEGER) : 0;

const startOf = ({ nextFree }: StreamerCard): number =>
  nextFree === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextFree.start);
