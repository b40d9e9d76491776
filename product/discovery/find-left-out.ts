import type pg from 'pg';
import type { FreeWhen } from '#product/shared/browsing.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { EpochDay } from '#product/shared/time/local-date.ts';
import { epochDayAt, firstInstantAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { zoneOr } from './commands/browse-streamers.ts';
import { ANYBODY, findStreamers, type Part, type Wish } from './find-streamers.ts';
import { freeRanges } from './rules/free-when.ts';
import { forgiving, wordsOf } from './search.ts';

/** The part of a search that can leave a streamer out. */
interface Filters {
  query: string;
  category: string | null;
  language: string | null;
  priceMaxCents: number | null;
  durationMinutes: number | null;
  free: FreeWhen | null;
  zone: string;
}

const FILTERS = {
  price: { priceMaxCents: null },
  language: { language: null },
  duration: { durationMinutes: null },
  free: { ranges: null },
} as const satisfies Record<string, Partial<Wish>>;
type Filter = keyof typeof FILTERS;

/**
 * Two pages of results. A streamer further down would not have been noticed anyway, so no filter
 * counts as the reason. Since fewer conditions keep the order and only add streamers, anybody who
 * matches is no further down without the filter than with it.
 */
const SEEN = 48;

/** The hours that people mean by a weekend's day. */
const DAYTIME = { from: 10 * 60, to: 22 * 60 };

/**
 * Whether a search finds anybody, the streamers whom each of its filters left out, and the
 * stretches in which it wanted somebody free; null for none, or for any hour.
 */
export async function findLeftOut(
  db: pg.ClientBase,
  filters: Filters,
  now: Date,
): Promise<{
  /** The typed words, without case and accents. */
  words: string;
  found: boolean;
  leftOut: { streamerId: string; zone: ZoneName; by: Filter }[];
  wanted: Interval[] | null;
}> {
  const { query, category, language, priceMaxCents, durationMinutes, free } = filters;
  const zone = zoneOr(filters.zone);
  const at = instantOf(now.getTime());
  const wish: Wish = {
    ...ANYBODY,
    words: wordsOf(query).map((word) => [word]),
    category,
    language,
    priceMaxCents,
    durationMinutes,
    ranges: free && freeRanges(free, zone, at),
  };
  const part = { sort: 'relevance', limit: SEEN, offset: 0, now } as const;
  const used = (Object.keys(FILTERS) as Filter[]).filter((filter) =>
    Object.keys(FILTERS[filter]).some((key) => wish[key as keyof Wish] !== null),
  );
  const found = new Set((await findStreamers(db, wish, part)).ids);
  const words = wordsOf(query);
  const anybody = found.size > 0 || (await findsByNearWords(db, wish, words, part));
  if (used.length === 0) return { words: words.join(' '), found: anybody, leftOut: [], wanted: null };
  const missed: { id: string; by: Filter }[] = [];
  for (const by of used) {
    const { ids } = await findStreamers(db, { ...wish, ...FILTERS[by] }, part);
    missed.push(...ids.filter((id) => !found.has(id)).map((id) => ({ id, by })));
  }
  const { rows } = await db.query('select id, zone from public.streamers where id = any($1)', [
    missed.map(({ id }) => id),
  ]);
  const zones = new Map(rows.map((row) => [row.id, row.zone]));
  return {
    words: words.join(' '),
    found: anybody,
    leftOut: missed.map(({ id, by }) => ({ streamerId: id, zone: zones.get(id) ?? zone, by })),
    wanted: wantedHours(free, zone, at),
  };
}

/**
 * Whether the words that may have been meant find somebody, as the page tries them when the typed
 * ones do not.
 */
async function findsByNearWords(
  db: pg.ClientBase,
  wish: Wish,
  typed: readonly string[],
  part: Part,
): Promise<boolean> {
  if (typed.length === 0) return false;
  const words = await forgiving(db, typed);
  return words !== null && (await findStreamers(db, { ...wish, words }, part)).total > 0;
}

/**
 * Searches for evenings name hours; those for a weekend mean its daytime. « Today » and « this
 * week » name none.
 */
function wantedHours(free: FreeWhen | null, zone: ZoneName, now: Instant): Interval[] | null {
  if (free === 'evenings') return freeRanges(free, zone, now);
  if (free !== 'weekend') return null;
  const [weekend] = freeRanges(free, zone, now);
  if (!weekend) return null;
  const saturday = epochDayAt(zone, (weekend.end - 1) as Instant) - 1;
  return [saturday, saturday + 1].map((day) => ({
    start: firstInstantAt(zone, wallTimeOf(day as EpochDay, DAYTIME.from)),
    end: firstInstantAt(zone, wallTimeOf(day as EpochDay, DAYTIME.to)),
  }));
}
