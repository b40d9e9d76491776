import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { daysAfter, type Instant, instantOf, parseInstant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { getHome as contract, type StreamerCard } from '../contract.ts';
import { ANYBODY, findStreamers, type Wish } from '../find-streamers.ts';
import type { HomePlace } from '../home-contract.ts';
import { readCards } from '../read-cards.ts';
import { freeRanges } from '../rules/free-when.ts';
import { zoneOr } from './browse-streamers.ts';

const CARDS = 8;
/** When fewer are free today, the row is filled with those who are free next. */
const ROW = 4;

type Home = ResponseOf<typeof contract>;

/** Returns the home page's view of the marketplace, for a viewer in a zone. */
export const getHome = serve({
  contract,
  run: ({ db, input, now }) => homeNow(db, zoneOr(input.zone), now),
});

/** The draft list of featured streamers, in place of those who are. */
type Places = readonly HomePlace[];

const featuredBy = (cards: readonly StreamerCard[], places: Places | undefined): StreamerCard[] =>
  cards.map((card) =>
    places ? { ...card, featured: places.some(({ streamerId }) => streamerId === card.id) } : card,
  );

export async function homeNow(db: pg.ClientBase, zone: ZoneName, now: Date, places?: Places): Promise<Home> {
  const cards = async (wish: Wish, sort: 'soonest' | 'relevance') => {
    const { ids } = await findStreamers(db, wish, { sort, limit: CARDS, offset: 0, now, places });
    return featuredBy(await readCards(db, ids, wish, now), places);
  };
  const ranges = freeRanges('today', zone, instantOf(now.getTime()));
  const freeToday = await cards({ ...ANYBODY, ranges }, 'soonest');
  const soonest = freeToday.length >= ROW ? [] : await cards(ANYBODY, 'soonest');
  return {
    freeToday,
    soonest: soonest.filter(({ nextFree }) => nextFree !== null),
    featured: await cards(ANYBODY, 'relevance'),
    categories: await countByCategory(db, now),
    now: now.toISOString(),
  };
}

/** Those who are looked through for who is free on a day to come. */
const LOOKED_THROUGH = 60;
/** How long after that day somebody is free next. */
const NEXT_DAYS = 14;

/**
 * Computes the home page of a day to come, from its first moment on, as far as is known now. What
 * is kept of free times reaches nine days only, so the hours of those who come first are computed
 * here.
 */
export async function homeOfDay(
  db: pg.ClientBase,
  { day, zone, now, places }: { day: Instant; zone: ZoneName; now: Date; places: Places },
): Promise<Home> {
  const at = new Date(day);
  const { ids } = await findStreamers(db, ANYBODY, {
    sort: 'relevance',
    limit: LOOKED_THROUGH,
    offset: 0,
    now: at,
    places,
  });
  const freeIn = async (found: readonly string[], ranges: readonly Interval[]) =>
    featuredBy(await readCards(db, found, { ...ANYBODY, ranges }, now), places).sort(
      (a, b) => startOf(a) - startOf(b),
    );
  const freeToday = (await freeIn(ids, freeRanges('today', zone, day))).slice(0, CARDS);
  const next = [{ start: day, end: daysAfter(day, NEXT_DAYS) }];
  const featured = ids.slice(0, CARDS);
  const free = new Map((await freeIn(featured, next)).map((card) => [card.id, card.nextFree]));
  return {
    freeToday,
    soonest: freeToday.length >= ROW ? [] : (await freeIn(ids, next)).slice(0, CARDS),
    featured: featuredBy(await readCards(db, featured, ANYBODY, now), places).map((card) => ({
      ...card,
      nextFree: free.get(card.id) ?? null,
    })),
    categories: await countByCategory(db, at),
    now: at.toISOString(),
  };
}

const startOf = ({ nextFree }: StreamerCard): number =>
  nextFree === null ? Number.POSITIVE_INFINITY : parseInstant(nextFree.start);

/** How many visible streamers each category has, in those that have any, fullest first. */
async function countByCategory(db: pg.ClientBase, now: Date): Promise<{ slug: string; streamers: number }[]> {
  const { rows } = await db.query(
    `select slug, count(*)::int as streamers from public.streamers s, unnest(s.categories) as slug
     where s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= $1)
       and slug is not null
     group by slug order by count(*) desc, slug`,
    [now],
  );
  return rows;
}
