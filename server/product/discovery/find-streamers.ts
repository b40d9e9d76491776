import type pg from 'pg';
import type { BROWSE_SORTS } from '#contracts/discovery.ts';
import { lookAhead, maskOf, RING_BITS, ringIndexAt } from '#domain/discovery/free-ring.ts';
import { type Instant, instantOf, minutesAfter } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import type { SearchWords } from './search.ts';

/** What a streamer must be or have to be found. Null: anything. Price, duration and free time must be one and the same offer's. */
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
  featured: boolean;
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
  featured: false,
};

export interface Part {
  sort: (typeof BROWSE_SORTS)[number];
  limit: number;
  offset: number;
  now: Date;
}

/** An average that few reviews pull from 4.0 only a little, so that one five-star review is not the best there is. */
const RATING = '(coalesce(s.rating_average, 0) * s.rating_count + 20) / (s.rating_count + 5)';

/**
 * The ids of the visible streamers who fit, a part of them in order, and how many there are in all. Who is free is answered from
 * `private.free_times`: as of some seconds ago.
 */
export async function findStreamers(
  db: pg.ClientBase,
  wish: Wish,
  part: Part,
): Promise<{ ids: string[]; total: number }> {
  const values: unknown[] = [];
  const $ = (value: unknown): string => `$${values.push(value)}`;
  const masks = wish.ranges && (await masksFor(db, wish.ranges, part.now));
  const offers = offersSql(wish, part, masks, $);
  const where = ['s.published_at is not null', 's.withheld_at is null', ...conditions(wish, $)];
  where.push(`(s.away_until is null or s.away_until <= ${$(part.now)}::timestamptz)`);
  const needsOffer = masks !== null || offerConditions(wish, () => '').length > 0;
  const order = [...textOrder(wish.words, $), ...ORDERS[part.sort], 's.id'].join(', ');
  const text = `
    select s.id, (count(*) over ())::int as total
    from public.streamers s
    ${wish.words.length > 0 ? 'join private.streamer_searches t on t.streamer_id = s.id' : ''}
    ${needsOffer ? '' : 'left '}join (${offers}) offer on offer.streamer_id = s.id
    where ${where.join('\n      and ')}
    order by ${order}
    limit ${$(part.limit)} offset ${$(part.offset)}`;
  const { rows } = await db.query<{ id: string; total: number }>(text, values);
  const [first] = rows;
  if (first) return { ids: rows.map(({ id }) => id), total: first.total };
  if (part.offset === 0) return { ids: [], total: 0 };
  const { total } = await findStreamers(db, wish, { ...part, limit: 1, offset: 0 });
  return { ids: [], total };
}

type Param = (value: unknown) => string;

interface Masks {
  notices: number[];
  texts: string[];
}

/** A mask for each notice there is: time takes starts away from a streamer by their notice, without anything being written. */
async function masksFor(db: pg.ClientBase, ranges: readonly Interval[], now: Date): Promise<Masks> {
  // A loose index scan: some dozen notices among all offers.
  const { rows } = await db.query<{ notice: number }>(
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
  const notices = rows.map(({ notice }) => notice);
  return { notices, texts: notices.map((notice) => maskOf(within, minutesAfter(at, notice))) };
}

function offerConditions(wish: Wish, $: Param): string[] {
  const found: string[] = [];
  if (wish.priceMinCents !== null) found.push(`o.price_cents >= ${$(wish.priceMinCents)}::bigint`);
  if (wish.priceMaxCents !== null) found.push(`o.price_cents <= ${$(wish.priceMaxCents)}::bigint`);
  if (wish.durationMinutes !== null) found.push(`o.duration_minutes = ${$(wish.durationMinutes)}::bigint`);
  return found;
}

/** The offers that fit, by streamer: the least price and the first free start. */
function offersSql(wish: Wish, part: Part, masks: Masks | null, $: Param): string {
  const where = ['o.is_active', 'o.archived_at is null', ...offerConditions(wish, $)];
  let first = 'f.next_start';
  let join = 'left join private.free_times f on f.offer_id = o.id';
  if (masks) {
    const matching = `(f.starts & m.mask)`;
    join = `join private.free_times f on f.offer_id = o.id
      join (select notice, mask::bit(${RING_BITS}) as mask from unnest(${$(masks.notices)}::int[], ${$(masks.texts)}::text[]) as t (notice, mask)
      ) m on m.notice = f.notice_minutes`;
    where.push(`${matching} <> 0::bit(${RING_BITS})`);
    // A row that nobody has computed for long would be read a turn of the ring too early.
    where.push(`f.computed_at > ${$(part.now)}::timestamptz - interval '2 days'`);
    if (part.sort === 'soonest') first = firstBit(matching, part.now, $);
  }
  return `select o.streamer_id, min(o.price_cents) as price, min(${first}) as first_start
    from public.offers o ${join} where ${where.join(' and ')} group by o.streamer_id`;
}

/** The instant of the first bit, the ring turned so that it begins now. */
function firstBit(bits: string, now: Date, $: Param): string {
  const index = ringIndexAt(instantOf(now.getTime()));
  const turned = `(substring(${bits} from ${index + 1}) || substring(${bits} from 1 for ${index}))`;
  return `${$(now)}::timestamptz + position(B'1' in ${turned}) * interval '15 minutes'`;
}

function conditions(wish: Wish, $: Param): string[] {
  const found: string[] = [];
  for (const meant of wish.words) {
    found.push(`(${meant.map((word) => `t.words like ${$(`% ${word}%`)}`).join(' or ')})`);
  }
  if (wish.category !== null) {
    const category = $(wish.category);
    found.push(`(s.categories @> array[${category}::text] or s.id in (
      select c.streamer_id from public.offers c where c.category = ${category} and c.is_active and c.archived_at is null))`);
  }
  if (wish.language !== null) found.push(`s.languages @> array[${$(wish.language)}::text]`);
  if (wish.ratingMin !== null) found.push(`s.rating_average >= ${$(wish.ratingMin)}::numeric`);
  if (wish.featured) found.push('s.featured_at is not null');
  return found;
}

/** Whoever is called so comes before whoever only writes about it. */
function textOrder(words: SearchWords, $: Param): string[] {
  const all = words.flat();
  return all.length === 0 ? [] : [`(t.names like any (${$(all.map((word) => `% ${word}%`))}::text[])) desc`];
}

const RELEVANCE = [
  '(s.featured_at is not null) desc',
  '(offer.first_start is not null) desc',
  `${RATING} desc`,
  's.published_at desc',
];
const ORDERS: Readonly<Record<Part['sort'], readonly string[]>> = {
  relevance: RELEVANCE,
  soonest: ['offer.first_start nulls last', ...RELEVANCE],
  price: ['offer.price nulls last', ...RELEVANCE],
  rating: ['(s.rating_count > 0) desc', `${RATING} desc`, 's.rating_count desc', 's.published_at desc'],
  newest: ['s.published_at desc'],
};
