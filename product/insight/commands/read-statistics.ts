import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { readStatistics as contract, LEAST_STREAMERS_OF_MEDIAN } from '../contract.ts';
import { absentBefore } from '../rules/absence.ts';
import { type Days, monthFrom, wholeMonthsOf } from '../rules/period.ts';

const COHORTS = 6;

/**
 * A streamer's own statistics: every statement names the streamer who asks, and figures about
 * others are medians of at least five.
 */
export const readStatistics = serve({
  contract,
  async run({ db, person, input: { days, before, offerId, step }, now }) {
    const { zone, category } = await placeOf(db, person.id);
    const today = localDateAt(zone, instantOf(now.getTime()));
    return {
      now: await readFigures(db, person.id, days, offerId),
      before: before && (await readFigures(db, person.id, before, offerId)),
      curve: await readCurve(db, person.id, days, offerId, step),
      offers: await readOffers(db, person.id, days, offerId),
      loyalty: await readLoyalty(db, person.id, monthFrom(today, 1 - COHORTS), today),
      category: category === null ? null : await readCategory(db, person.id, category, days),
    };
  },
});

async function placeOf(db: pg.ClientBase, streamerId: string) {
  const { rows } = await db.query(
    // Of several categories the one with the most to compare with.
    `select s.zone, (select c.slug from unnest(s.categories) as c (slug)
        order by (select count(*) from public.streamers o where o.categories @> array[c.slug] and o.published_at is not null) desc, c.slug
        limit 1) as category
      from public.streamers s where s.id = $1`,
    [streamerId],
  );
  return { zone: rows[0]?.zone ?? 'Europe/Paris', category: rows[0]?.category ?? null };
}

async function readFigures(
  db: pg.ClientBase,
  streamerId: string,
  { first, last }: Days,
  offerId: string | null,
) {
  const { rows } = await db.query({
    name: 'statistics-figures',
    text: `select coalesce(sum(d.sessions), 0)::int as "sessions", coalesce(sum(d.net_cents), 0)::float8 as "netCents",
        coalesce(sum(d.booked_minutes), 0)::int as "bookedMinutes", coalesce(sum(d.ratings), 0)::int as "ratings",
        coalesce(sum(d.rating_sum), 0)::int as "ratingSum", coalesce(sum(d.paid), 0)::int as "paid",
        coalesce(sum(d.viewer_no_shows), 0)::int as "viewerNoShows", coalesce(sum(d.streamer_no_shows), 0)::int as "streamerNoShows",
        (select coalesce(sum(o.open_minutes), 0)::int from private.open_days o
          where o.streamer_id = $1 and o.day between $2::date and $3::date) as "openMinutes",
        (select percentile_cont(0.5) within group (order by a.seconds) from private.statistics_answers a
          where a.streamer_id = $1 and a.day between $2::date and $3::date and ($4::uuid is null or a.offer_id = $4)) as "answerSeconds"
      from private.statistics_days d
      where d.streamer_id = $1 and d.day between $2::date and $3::date and ($4::uuid is null or d.offer_id = $4)`,
    values: [streamerId, first, last, offerId],
  });
  const [sums] = rows;
  if (!sums) throw new Error('a sum has one row');
  return { ...sums, ...(await readViewers(db, streamerId, { first, last }, offerId)) };
}

/** How many different viewers came, and how many of them not for the first and only time. */
async function readViewers(
  db: pg.ClientBase,
  streamerId: string,
  { first, last }: Days,
  offerId: string | null,
) {
  if (offerId === null) {
    const { rows } = await db.query({
      name: 'statistics-viewers',
      // A viewer whose first or last session lies in these days came in them. Only of those who
      // came before and after has to be looked whether they came between.
      text: `select count(*)::int as "viewers",
          count(*) filter (where not (k.first_day >= $2::date and coalesce(k.second_day, 'infinity') > $3::date))::int as "returning"
        from private.known_viewers k
        where k.streamer_id = $1 and k.first_day <= $3::date and k.last_day >= $2::date
          and (k.first_day >= $2::date or k.last_day <= $3::date or exists (select from private.held_places h
            where h.streamer_id = $1 and h.viewer_id = k.viewer_id and h.day between $2::date and $3::date))`,
      values: [streamerId, first, last],
    });
    const [came] = rows;
    if (!came) throw new Error('a sum has one row');
    return came;
  }
  const { rows } = await db.query({
    name: 'statistics-viewers-of-offer',
    // Each viewer who came counts with their first place of these days; one who came but once, and
    // for the first time, does not return.
    text: `select count(*)::int as "viewers", count(*) filter (where not (
          h.first_day >= $2::date and h.previous_of_offer_day is null and coalesce(h.next_of_offer_day, 'infinity') > $3::date))::int as "returning"
      from private.held_places h
      where h.streamer_id = $1 and h.day between $2::date and $3::date and h.offer_id = $4
        and coalesce(h.previous_of_offer_day, '-infinity') < $2::date`,
    values: [streamerId, first, last, offerId],
  });
  const [came] = rows;
  if (!came) throw new Error('a sum has one row');
  return came;
}

async function readCurve(
  db: pg.ClientBase,
  streamerId: string,
  { first, last }: Days,
  offerId: string | null,
  step: 'day' | 'week' | 'month',
) {
  const { rows } = await db.query({
    name: 'statistics-curve',
    text: `select coalesce(date_trunc($5, d.day::timestamp)::date::text, '') as "first", d.offer_id as "offerId", sum(d.sessions)::int as "sessions",
        sum(d.net_cents)::float8 as "netCents"
      from private.statistics_days d
      where d.streamer_id = $1 and d.day between $2::date and $3::date and ($4::uuid is null or d.offer_id = $4)
      group by 1, 2 having sum(d.sessions) > 0 or sum(d.net_cents) <> 0 order by 1`,
    values: [streamerId, first, last, offerId, step],
  });
  return rows;
}

async function readOffers(
  db: pg.ClientBase,
  streamerId: string,
  { first, last }: Days,
  offerId: string | null,
) {
  const { rows } = await db.query({
    name: 'statistics-offers',
    text: `with sums as (
        select d.offer_id, sum(d.net_cents)::float8 as net_cents, sum(d.ratings)::int as ratings, sum(d.rating_sum)::int as rating_sum
        from private.statistics_days d where d.streamer_id = $1 and d.day between $2::date and $3::date group by d.offer_id
      ), places as (
        -- The outcomes of the places that were taken in these days, as the funnel counts them.
        select h.offer_id, sum(h.holds)::int as holds, sum(h.paid)::int as paid, sum(h.attended)::int as attended,
          sum(h.cancelled)::int as cancelled
        from private.hold_days h where h.streamer_id = $1 and h.day between $2::date and $3::date group by h.offer_id
      ), waiting as (
        select w.offer_id, count(distinct w.viewer_id)::int as viewers from public.waiting_list_entries w
        where w.streamer_id = $1 group by w.offer_id
      ), shown as (
        select o.id, o.title, o.position from public.offers o
        where o.streamer_id = $1 and (o.archived_at is null or o.id in (select offer_id from sums union all select offer_id from places))
        union all
        select null, null, null where exists (select from sums where offer_id is null)
          or exists (select from places where offer_id is null)
      )
      select o.id as "offerId", o.title, coalesce(h.holds, 0) as "holds", coalesce(h.paid, 0) as "paid",
        coalesce(h.attended, 0) as "attended", coalesce(h.cancelled, 0) as "cancelled", coalesce(s.net_cents, 0)::float8 as "netCents",
        coalesce(s.ratings, 0) as "ratings", coalesce(s.rating_sum, 0) as "ratingSum", coalesce(w.viewers, 0) as "waiting"
      from shown o left join sums s on s.offer_id is not distinct from o.id left join waiting w on w.offer_id = o.id
      left join places h on h.offer_id is not distinct from o.id
      where $4::uuid is null or o.id = $4
      order by coalesce(s.net_cents, 0) desc, coalesce(h.attended, 0) desc, o.position, o.id`,
    values: [streamerId, first, last, offerId],
  });
  return rows;
}

/**
 * Counts the viewers who came back, of all who ever came.
 * @param since the first day of the oldest month whose newcomers are followed
 * @param today on the streamer's wall
 */
export async function readLoyalty(db: pg.ClientBase, streamerId: string, since: LocalDate, today: LocalDate) {
  const { rows } = await db.query({
    name: 'statistics-loyalty',
    text: `select (select coalesce(json_agg(json_build_object('month', c.first_month, 'viewers', c.viewers,
              'after', (extract(year from c.month) - extract(year from c.first_month)) * 12
                + extract(month from c.month) - extract(month from c.first_month)) order by c.first_month, c.month), '[]')
          from private.cohorts c where c.streamer_id = $1 and c.first_month >= $2::date) as "cohorts",
        percentile_cont(0.5) within group (order by k.second_day - k.first_day) as "daysToSecond", count(*)::int as "viewers",
        count(*) filter (where k.last_day < $3::date)::int as "absent"
      from private.known_viewers k where k.streamer_id = $1`,
    values: [streamerId, since, absentBefore(today)],
  });
  const [row] = rows;
  if (!row) throw new Error('a sum has one row');
  return row;
}

/**
 * The medians of the others who hold sessions in a category; null when they are so few that one
 * might be recognised.
 */
async function readCategory(db: pg.ClientBase, streamerId: string, category: string, { first, last }: Days) {
  const months = wholeMonthsOf({ first, last });
  const { rows } = await db.query({
    name: 'statistics-category',
    // Whole months are read as months, and the days before and after them as days.
    text: `with others as (
        select s.id from public.streamers s where $2 = any (s.categories) and s.id <> $1 and s.published_at is not null
      ), sums as (
        select o.id as streamer_id, sum(d.sessions) as sessions, sum(d.net_cents) as net_cents, sum(d.booked_minutes) as booked_minutes,
          sum(d.ratings) as ratings, sum(d.rating_sum) as rating_sum
        from others o, lateral (
          select sessions, net_cents, booked_minutes, ratings, rating_sum from private.statistics_days
            where streamer_id = o.id and day >= $3::date and day < $5::date
          union all select sessions, net_cents, booked_minutes, ratings, rating_sum from private.statistics_months
            where streamer_id = o.id and month between $5::date and $6::date
          union all select sessions, net_cents, booked_minutes, ratings, rating_sum from private.statistics_days
            where streamer_id = o.id and day > $6::date and day <= $4::date
        ) d group by o.id having sum(d.sessions) > 0
      ), opened as (
        select s.streamer_id, nullif(sum(d.open_minutes), 0) as minutes from sums s, lateral (
          select open_minutes from private.open_days where streamer_id = s.streamer_id and day >= $3::date and day < $5::date
          union all select open_minutes from private.open_months where streamer_id = s.streamer_id and month between $5::date and $6::date
          union all select open_minutes from private.open_days where streamer_id = s.streamer_id and day > $6::date and day <= $4::date
        ) d group by s.streamer_id
      )
      select count(*)::int as "streamers", percentile_cont(0.5) within group (order by sessions) as "sessions",
        percentile_cont(0.5) within group (order by net_cents * 60 / minutes) as "netCentsPerHour",
        percentile_cont(0.5) within group (order by least(1, booked_minutes::float8 / minutes)) as "filled",
        percentile_cont(0.5) within group (order by rating_sum::float8 / nullif(ratings, 0)) as "rating",
        count(minutes)::int as "opened", count(nullif(ratings, 0))::int as "rated"
      from sums left join opened using (streamer_id)`,
    values: [streamerId, category, first, last, months.first, months.last],
  });
  const [row] = rows;
  if (!row || row.streamers < LEAST_STREAMERS_OF_MEDIAN || row.sessions === null) return null;
  // A median of fewer than five is left out, even when more than five held sessions.
  const enough = (count: number) => count >= LEAST_STREAMERS_OF_MEDIAN;
  return {
    category,
    streamers: row.streamers,
    sessions: row.sessions,
    netCentsPerHour: enough(row.opened) ? row.netCentsPerHour : null,
    filled: enough(row.opened) ? row.filled : null,
    rating: enough(row.rated) ? row.rating : null,
  };
}
