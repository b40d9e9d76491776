import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { COUNTING_ZONE, DEVICES, SOURCES } from '#product/shared/visit.ts';
import { readPlatform as contract } from '../analytics-contract.ts';
import { type Days, monthFrom, pointsOf, wholeMonthsOf } from '../rules/period.ts';

const COHORTS = 12;
const TOP = 10;
const MOST_ZONES = 8;

/**
 * Returns the sums of the whole platform. Everything is read from sums by day
 * (docs/decisions/0132).
 */
export const readPlatform = serve({
  contract,
  async run({ db, input: { days, before, step }, now: at }) {
    const places = pointsOf(days, step);
    const [now, ...figures] = await readFigures(db, [days, ...places, ...(before ? [before] : [])]);
    if (!now) throw new Error('each stretch has its figures');
    const today = localDateAt(COUNTING_ZONE, instantOf(at.getTime()));
    return {
      now,
      before: before && (figures[places.length] ?? null),
      points: places.flatMap((place, index) => {
        const figure = figures[index];
        return figure ? [{ ...figure, ...place }] : [];
      }),
      funnel: await readFunnel(db, days),
      cohorts: await readCohorts(db, monthFrom(today, 1 - COHORTS)),
      concentration: await readConcentration(db, days),
      categories: await readCategories(db, days),
      zones: await readZones(db, days),
      devices: await readDevices(db, days),
    };
  },
});

/**
 * The figures of each stretch of days, in order: the period, each point of its curve, and what it
 * is compared with are read alike.
 */
async function readFigures(db: pg.ClientBase, stretches: readonly Days[]) {
  const { rows } = await db.query({
    name: 'platform-figures',
    text: `select m."capturedCents", m."commissionCents", m."refundedCents", m."payments", m."disputes", s."sessions",
        a."streamers", a."viewers", a."returning", f."secondsToFirst", f."firstBookings", q."searchers", q."unfound", h."searchBookings",
        o."openMinutes", o."bookedMinutes"
      from (select u.first, u.last, u.number, date_trunc('month', u.first::date + interval '1 month' - interval '1 day')::date as whole
        from unnest($1::text[], $2::text[]) with ordinality as u (first, last, number)) d
      cross join lateral (select coalesce(sum(captured_cents), 0)::float8 as "capturedCents",
          coalesce(sum(commission_cents), 0)::float8 as "commissionCents", coalesce(sum(refunded_cents), 0)::float8 as "refundedCents",
          coalesce(sum(payments), 0)::int as "payments", coalesce(sum(disputes), 0)::int as "disputes"
        from private.platform_money_days where day between d.first::date and d.last::date) m
      cross join lateral (select coalesce(sum(sessions), 0)::int as "sessions"
        from private.platform_session_days where day between d.first::date and d.last::date) s
      -- Each person counts with the one day of theirs whose day before lies outside of the stretch.
      -- From the first month that lies whole in it on, that can only be a day that opens somebody's
      -- month.
      cross join lateral (select count(*) filter (where side = 'streamer')::int as "streamers",
          count(*) filter (where side = 'viewer')::int as "viewers",
          count(*) filter (where side = 'viewer' and (first_day < d.first::date or next_day <= d.last::date))::int as "returning"
        from (
          select side, first_day, previous_day, next_day from private.active_days
            where side in ('streamer', 'viewer') and day >= d.first::date and day < d.whole and day <= d.last::date
          union all select side, first_day, previous_day, next_day from private.active_days
            where side in ('streamer', 'viewer') and opens_month and day >= d.whole and day <= d.last::date
        ) p where coalesce(previous_day, '-infinity') < d.first::date) a
      cross join lateral (select percentile_cont(0.5) within group (order by seconds) as "secondsToFirst", count(*)::int as "firstBookings"
        from private.first_bookings where day between d.first::date and d.last::date) f
      cross join lateral (select coalesce(sum(people), 0)::int as "searchers", coalesce(sum(unfound), 0)::int as "unfound"
        from private.search_days where category is null and day between d.first::date and d.last::date) q
      cross join lateral (select coalesce(sum(paid), 0)::int as "searchBookings"
        from private.platform_hold_days where source = 'search' and day between d.first::date and d.last::date) h
      cross join lateral (select coalesce(sum(open_minutes), 0)::float8 as "openMinutes", coalesce(sum(booked_minutes), 0)::float8 as "bookedMinutes"
        from private.platform_open_days where day between d.first::date and d.last::date) o
      order by d.number`,
    values: [stretches.map(({ first }) => first), stretches.map(({ last }) => last)],
  });
  return rows;
}

/**
 * The statuses of places that are on their way or took place; all others end a place that was
 * agreed on, or keep it from being so.
 */
const KEPT: ReadonlySet<string> = new Set(['held', 'requested', 'confirmed', 'in_progress', 'completed']);

async function readFunnel(db: pg.ClientBase, { first, last }: Days) {
  const { rows: seen } = await db.query({
    name: 'platform-visits',
    text: `select coalesce(sum(profile_views), 0)::int as "views", coalesce(sum(calendar_opens), 0)::int as "opens",
        (select max(day)::text from private.platform_visit_days) as "countedUntil"
      from private.platform_visit_days where day between $1::date and $2::date`,
    values: [first, last],
  });
  const { rows } = await db.query({
    name: 'platform-holds',
    text: `select outcome, source, sum(places)::int as "places", sum(paid)::int as "paid"
      from private.platform_hold_days where day between $1::date and $2::date group by outcome, source`,
    values: [first, last],
  });
  const sum = (of: (row: (typeof rows)[number]) => number | null, ...outcomes: string[]) =>
    rows
      .filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome))
      .reduce((total, row) => total + (of(row) ?? 0), 0);
  const losses = [...Map.groupBy(rows, ({ outcome }) => outcome)]
    .filter(([outcome]) => !KEPT.has(outcome))
    .map(([outcome, lost]) => ({
      outcome,
      places: lost.reduce((total, { places }) => total + (places ?? 0), 0),
    }));
  const sources = [...Map.groupBy(rows, ({ source }) => SOURCES.find((each) => each === source) ?? null)].map(
    ([source, from]) => ({
      source,
      holds: from.reduce((total, { places }) => total + (places ?? 0), 0),
      paid: from.reduce((total, { paid }) => total + (paid ?? 0), 0),
    }),
  );
  return {
    views: seen[0]?.views ?? 0,
    opens: seen[0]?.opens ?? 0,
    countedUntil: seen[0]?.countedUntil ?? null,
    holds: sum(({ places }) => places),
    paid: sum(({ paid }) => paid),
    attended: sum(({ places }) => places, 'completed'),
    upcoming: sum(({ paid }) => paid, 'confirmed', 'in_progress'),
    losses: losses.sort((a, b) => b.places - a.places || a.outcome.localeCompare(b.outcome)),
    sources: sources.sort((a, b) => b.holds - a.holds),
  };
}

/** @param since the first day of the oldest month whose newcomers are followed */
async function readCohorts(db: pg.ClientBase, since: LocalDate) {
  const { rows } = await db.query({
    name: 'platform-cohorts',
    text: `select coalesce(date_trunc('month', first_day::timestamp)::date::text, '') as "month",
        coalesce((extract(year from day) - extract(year from first_day)) * 12 + extract(month from day) - extract(month from first_day), 0)::int
          as "after", count(*)::int as "viewers"
      from private.active_days where side = 'viewer' and opens_month and first_day >= $1::date group by 1, 2 order by 1, 2`,
    values: [since],
  });
  return rows;
}

/** Whole months are read as months, and the days before and after them as days. */
async function readConcentration(db: pg.ClientBase, { first, last }: Days) {
  const months = wholeMonthsOf({ first, last });
  const { rows } = await db.query({
    name: 'platform-concentration',
    text: `with sums as (
        select streamer_id, sum(net_cents) as cents from (
          select streamer_id, net_cents from private.statistics_days where day >= $1::date and day < $3::date
          union all select streamer_id, net_cents from private.statistics_months where month between $3::date and $4::date
          union all select streamer_id, net_cents from private.statistics_days where day > $4::date and day <= $2::date
        ) d group by streamer_id having sum(net_cents) > 0
      )
      select t.streamer_id as "streamerId", s.display_name as "name", t.cents::float8 as "netCents",
        (select count(*)::int from sums) as "streamers", (select sum(cents)::float8 from sums) as "total"
      from (select streamer_id, cents from sums order by cents desc, streamer_id limit $5) t
      join public.streamers s on s.id = t.streamer_id order by t.cents desc, t.streamer_id`,
    values: [first, last, months.first, months.last, TOP],
  });
  return {
    streamers: rows[0]?.streamers ?? 0,
    netCents: rows[0]?.total ?? 0,
    top: rows.map(({ streamerId, name, netCents }) => ({ streamerId, name, netCents })),
  };
}

async function readCategories(db: pg.ClientBase, { first, last }: Days) {
  const { rows } = await db.query({
    name: 'platform-categories',
    text: `select c.category, coalesce(sum(c.cents), 0)::float8 as "capturedCents", coalesce(sum(c.sessions), 0)::int as "sessions",
        coalesce(sum(c.holds), 0)::int as "holds", coalesce(sum(c.streamers), 0)::int as "streamers"
      from (
        select category, sum(captured_cents) as cents, 0 as sessions, 0 as holds, 0 as streamers
          from private.platform_money_days where day between $1::date and $2::date group by category
        union all select category, 0, sum(sessions), 0, 0
          from private.platform_session_days where day between $1::date and $2::date group by category
        union all select category, 0, 0, sum(places), 0
          from private.platform_hold_days where day between $1::date and $2::date group by category
        union all select k.category, 0, 0, 0, count(*) from public.streamers s, unnest(s.categories) k (category)
          where s.published_at is not null and s.withheld_at is null group by k.category
      ) c where c.category is not null group by c.category order by 2 desc, 1`,
    values: [first, last],
  });
  return rows.map(({ category, ...sums }) => ({ category: category ?? '', ...sums }));
}

async function readZones(db: pg.ClientBase, { first, last }: Days) {
  const { rows } = await db.query({
    name: 'platform-zones',
    text: `select zone, sum(captured_cents)::float8 as "capturedCents", sum(payments)::int as "payments"
      from private.platform_money_days where day between $1::date and $2::date
      group by zone having sum(payments) > 0 order by 2 desc, 1 limit $3`,
    values: [first, last, MOST_ZONES],
  });
  return rows.map(({ zone, capturedCents, payments }) => ({
    zone,
    capturedCents: capturedCents ?? 0,
    payments: payments ?? 0,
  }));
}

async function readDevices(db: pg.ClientBase, { first, last }: Days) {
  const { rows } = await db.query({
    name: 'platform-devices',
    text: `select device, sum(visitors)::int as "visitors", sum(profile_views)::int as "views"
      from private.platform_visit_days where day between $1::date and $2::date group by device order by 3 desc`,
    values: [first, last],
  });
  return rows.map(({ device, visitors, views }) => ({
    device: DEVICES.find((each) => each === device) ?? null,
    visitors: visitors ?? 0,
    views: views ?? 0,
  }));
}
