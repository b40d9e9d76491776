import type pg from 'pg';
import type { ColumnNames } from '#database/generated/types.ts';
import type { BrowseSort } from '#product/shared/browsing.ts';
import { type Instant, instantOf, MILLIS_PER_DAY, minutesAfter } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { HomePlace } from './home-contract.ts';
import { LOOK_AHEAD_DAYS, lookAhead, maskOf, RING_BITS, RING_DAYS, ringIndexAt } from './rules/free-ring.ts';
import type { SearchWords } from './search.ts';

/**
 * The filters of a search. Null: any. Price, duration and free time must be met by one and the same
 * offer.
 */
export interface Wish {
  words: SearchWords;
  category: string | null;
  language: string | null;
  priceMinCents: number | null;
  priceMaxCents: number | null;
  durationMinutes: number | null;
  ratingMin: number | null;
  /** Free at some moment of these, which begin now and end within nine days. */
  ranges: readonly Interval[] | null;
  /** Among this person's favourites. */
  favouriteOf: string | null;
}

export const ANYBODY: Wish = {
  words: [],
  category: null,
  language: null,
  priceMinCents: null,
  priceMaxCents: null,
  durationMinutes: null,
  ratingMin: null,
  ranges: null,
  favouriteOf: null,
};

export interface Part {
  sort: BrowseSort;
  limit: number;
  offset: number;
  now: Date;
  /**
   * The draft list of featured streamers, in order and on which days of Paris, in place of those
   * who are.
   */
  places?: readonly HomePlace[] | undefined;
}

/** A column of a table under its alias, checked by the compiler. */
const of =
  <Table extends keyof ColumnNames>(alias: string) =>
  (column: ColumnNames[Table]): string =>
    `${alias}.${column}`;
const s = of<'public.streamers'>('s');
const l = of<'private.listings'>('l');
const f = of<'private.free_times'>('f');
const t = of<'private.streamer_searches'>('t');
const v = of<'public.favourites'>('v');

/** Older rows would be read one turn of the ring too early. */
const STALE = (RING_DAYS - LOOK_AHEAD_DAYS) * MILLIS_PER_DAY;

/**
 * An average weighted towards 4.0 while reviews are few, so that a single five-star review does not
 * come first.
 */
const RATING = `(coalesce(${s('rating_average')}, 0)::float8 * ${s('rating_count')} + 20) / (${s('rating_count')} + 5)`;

/**
 * A page of the ids of visible streamers who match, in order, and their total. Free times are read
 * from `private.free_times`: some seconds old.
 */
export async function findStreamers(
  db: pg.ClientBase,
  wish: Wish,
  part: Part,
): Promise<{ ids: string[]; total: number }> {
  const values: unknown[] = [];
  const $ = (value: unknown): string => `$${values.push(value)}`;
  const joins = [`left join private.listings l on ${l('streamer_id')} = ${s('id')}`];
  if (wish.words.length > 0)
    joins.push(`join private.streamer_searches t on ${t('streamer_id')} = ${s('id')}`);
  if (part.places) {
    const column = (of: (place: HomePlace) => string | null) => $(part.places?.map(of));
    joins.push(
      `left join unnest(${column(({ streamerId }) => streamerId)}::uuid[], ${column(({ from }) => from)}::text[]::date[],
        ${column(({ until }) => until)}::text[]::date[]) with ordinality h (id, first, last, place) on h.id = ${s('id')}`,
    );
  }
  const masks = wish.ranges && (await masksFor(db, wish.ranges, part.now));
  const offers = offersSql(wish, part, masks, $);
  if (offers !== null) joins.push(`join (${offers}) offer on offer.streamer_id = ${s('id')}`);
  const where = [`${s('published_at')} is not null`, `${s('withheld_at')} is null`, ...conditions(wish, $)];
  where.push(`(${s('away_until')} is null or ${s('away_until')} <= ${$(part.now)}::timestamptz)`);
  const order = [...textOrder(wish.words, $), ...orderBy(part, offers === null ? LISTED : MATCHING, $)];
  const text = `
    select ${s('id')}, (count(*) over ())::int as total
    from public.streamers s
    ${joins.join('\n    ')}
    where ${where.join('\n      and ')}
    order by ${[...order, s('id')].join(', ')}
    limit ${$(part.limit)} offset ${$(part.offset)}`;
  const { rows } = await db.query<{ id: string; total: number }>(text, values);
  const [first] = rows;
  if (first) return { ids: rows.map(({ id }) => id), total: first.total };
  if (part.offset === 0) return { ids: [], total: 0 };
  const { total } = await findStreamers(db, wish, { ...part, limit: 1, offset: 0 });
  return { ids: [], total };
}

type Param = (value: unknown) => string;

interface Mask {
  notice: number;
  text: string;
  /** Starts before this cannot be booked any more. */
  earliest: Date;
}

/**
 * A mask for each notice in use: as time passes, a streamer's starts drop out according to their
 * notice, without anything being written.
 */
async function masksFor(db: pg.ClientBase, ranges: readonly Interval[], now: Date): Promise<Mask[]> {
  // A loose index scan, since all offers together have some dozen different notices.
  const { rows } = await db.query(
    `with recursive notices as (
       (select notice_minutes as notice from private.free_times order by 1 limit 1)
       union all
       select (select f.notice_minutes from private.free_times f where f.notice_minutes > n.notice order by 1 limit 1)
       from notices n where n.notice is not null
     ) select notice from notices where notice is not null`,
  );
  const at = instantOf(now.getTime());
  const end = lookAhead(at).end;
  const within = ranges.map((range) => ({ start: range.start, end: Math.min(range.end, end) as Instant }));
  return rows.map(({ notice }) => {
    const earliest = minutesAfter(at, notice);
    return { notice, text: maskOf(within, earliest), earliest: new Date(earliest) };
  });
}

/**
 * The offers that match, by streamer: the lowest price and the first free start. Null when the
 * search has no condition on offers.
 */
function offersSql(wish: Wish, part: Part, masks: readonly Mask[] | null, $: Param): string | null {
  const where: string[] = [];
  if (wish.priceMinCents !== null) where.push(`${f('price_cents')} >= ${$(wish.priceMinCents)}::bigint`);
  if (wish.priceMaxCents !== null) where.push(`${f('price_cents')} <= ${$(wish.priceMaxCents)}::bigint`);
  if (wish.durationMinutes !== null)
    where.push(`${f('duration_minutes')} = ${$(wish.durationMinutes)}::bigint`);
  let first = f('next_start');
  let join = '';
  if (masks && wish.ranges) {
    const matching = `(${f('starts')} & m.mask)`;
    join = `join (
      select notice, earliest, mask::bit(${RING_BITS}) as mask
      from unnest(${$(masks.map(({ notice }) => notice))}::int[], ${$(masks.map(({ earliest }) => earliest))}::timestamptz[],
        ${$(masks.map(({ text }) => text))}::text[]) as t (notice, earliest, mask)
      offset 0 -- else the text of the mask would be read for each row
    ) m on m.notice = ${f('notice_minutes')}`;
    where.push(freeSql(wish.ranges, matching, part.now, $));
    where.push(`${f('computed_at')} > ${$(new Date(part.now.getTime() - STALE))}::timestamptz`);
    if (part.sort === 'soonest') first = firstBit(matching, part.now);
  }
  if (where.length === 0) return null;
  return `select ${f('streamer_id')}, min(${f('price_cents')}) as price, min(${first}) as first_start
    from private.free_times f ${join} where ${where.join(' and ')} group by ${f('streamer_id')}`;
}

/**
 * For one stretch from now on, the first start that can still be booked decides; bits are needed
 * only where it has passed, or for several stretches.
 */
function freeSql(ranges: readonly Interval[], matching: string, now: Date, $: Param): string {
  const bits = `${matching} <> 0::bit(${RING_BITS})`;
  const [only, second] = ranges;
  if (!only) return 'false';
  if (second || only.start !== now.getTime()) return bits;
  return `case when ${f('next_start')} >= m.earliest then ${f('next_start')} < ${$(new Date(only.end))}::timestamptz else ${bits} end`;
}

/**
 * How many quarters of an hour lie between now and the first bit: the ring is rotated so that it
 * begins now.
 */
function firstBit(bits: string, now: Date): string {
  const index = ringIndexAt(instantOf(now.getTime()));
  return `position(B'1' in (substring(${bits} from ${index + 1}) || substring(${bits} from 1 for ${index})))`;
}

function conditions(wish: Wish, $: Param): string[] {
  const found: string[] = [];
  for (const meant of wish.words) {
    found.push(`(${meant.map((word) => `${t('words')} like ${$(`% ${word}%`)}`).join(' or ')})`);
  }
  if (wish.category !== null) {
    const category = $(wish.category);
    found.push(
      `(${s('categories')} @> array[${category}::text] or ${l('categories')} @> array[${category}::text])`,
    );
  }
  if (wish.language !== null) found.push(`${s('languages')} @> array[${$(wish.language)}::text]`);
  if (wish.ratingMin !== null) found.push(`${s('rating_average')} >= ${$(wish.ratingMin)}::numeric`);
  if (wish.favouriteOf !== null) {
    found.push(
      `exists (select from public.favourites v where ${v('viewer_id')} = ${$(wish.favouriteOf)}::uuid and ${v('streamer_id')} = ${s('id')})`,
    );
  }
  return found;
}

/** A streamer of that name comes before one who only mentions it. */
function textOrder(words: SearchWords, $: Param): string[] {
  const all = words.flat();
  return all.length === 0
    ? []
    : [`(${t('names')} like any (${$(all.map((word) => `% ${word}%`))}::text[])) desc`];
}

interface Listed {
  first: string;
  price: string;
}

/** Of all active offers, or of those that fit. */
const LISTED: Listed = { first: l('next_start'), price: l('least_price_cents') };
const MATCHING: Listed = { first: 'offer.first_start', price: 'offer.price' };

/**
 * Their place among the featured, on the days for which they are; null for all others. Those
 * without a place come after those who have one.
 */
function placeSql({ now, places }: Part, $: Param): string {
  const today = `${$(localDateAt('Europe/Paris', instantOf(now.getTime())))}::date`;
  if (places)
    return `case when (h.first is null or h.first <= ${today}) and (h.last is null or h.last >= ${today}) then h.place end`;
  return `case when ${s('featured_at')} is not null and (${s('featured_from')} is null or ${s('featured_from')} <= ${today})
    and (${s('featured_until')} is null or ${s('featured_until')} >= ${today}) then coalesce(${s('featured_position')}, 32767) end`;
}

function orderBy(part: Part, { first, price }: Listed, $: Param): string[] {
  const relevance = () => [
    `${placeSql(part, $)} nulls last`,
    `(${first} is not null) desc`,
    `${RATING} desc`,
    `${s('published_at')} desc`,
  ];
  switch (part.sort) {
    case 'relevance':
      return relevance();
    case 'soonest':
      return [`${first} nulls last`, ...relevance()];
    case 'price':
      return [`${price} nulls last`, ...relevance()];
    case 'rating':
      return [
        `(${s('rating_count')} > 0) desc`,
        `${RATING} desc`,
        `${s('rating_count')} desc`,
        `${s('published_at')} desc`,
      ];
    case 'newest':
      return [`${s('published_at')} desc`];
  }
}
