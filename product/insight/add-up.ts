import type pg from 'pg';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/** Days in one transaction. */
const BATCH = 500;

/** Adds up the days that were marked since the last run. @returns how many days were added up */
export async function addUp({ pool, signal }: Pick<Run, 'pool' | 'signal'>): Promise<number> {
  let done = 0;
  for (let more = true; more && !signal.aborted; ) {
    const count = await inTransaction(pool, addUpMarked);
    done += count;
    more = count > 0;
  }
  return done;
}

/**
 * Marks are read first, facts after: a change is committed together with its mark, so the facts
 * behind a mark can be read; a later change leaves another mark. Days are read and written as a
 * whole, so doing it twice changes nothing.
 */
async function addUpMarked(db: pg.ClientBase): Promise<number> {
  // A task's lease may lapse while it still works; the lock makes two of them take turns.
  await db.query('select pg_advisory_xact_lock(7506513094)');
  // A few hundred days are read through their indexes; the planner, which takes a day for a large
  // part of the table, would read all bookings.
  await db.query(
    `select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
  );
  const { rows: days } = await db.query(
    `with chosen as (
       select distinct streamer_id, day, kind from (select streamer_id, day, kind from private.statistics_marks order by id limit $1) oldest
     ), taken as (
       delete from private.statistics_marks m using chosen c where m.streamer_id = c.streamer_id and m.day = c.day and m.kind = c.kind
     )
     select streamer_id as "streamerId", day::text, kind from chosen`,
    [BATCH],
  );
  const { session = [], hold = [] } = Object.groupBy(days, ({ kind }) =>
    kind === 'hold' ? 'hold' : 'session',
  );
  const valuesOf = (marked: typeof days): Marked => [
    marked.map(({ streamerId }) => streamerId),
    marked.map(({ day }) => day),
  ];
  if (session.length > 0) {
    await addUpSessions(db, valuesOf(session));
    await keepHeldPlaces(db, valuesOf(session));
  }
  if (hold.length > 0) await addUpHolds(db, valuesOf(hold));
  return days.length;
}

/** Streamers, and a day of each. */
type Marked = [string[], string[]];

/** Sums the sessions of these days, in the streamers' zones. */
async function addUpSessions(db: pg.ClientBase, values: Marked): Promise<void> {
  await db.query(
    `delete from private.statistics_days s using unnest($1::uuid[], $2::text[]) as d (streamer_id, day)
     where s.streamer_id = d.streamer_id and s.day = d.day::date`,
    values,
  );
  await db.query(
    `delete from private.statistics_answers s using unnest($1::uuid[], $2::text[]) as d (streamer_id, day)
     where s.streamer_id = d.streamer_id and s.day = d.day::date`,
    values,
  );
  await db.query(
    `with places as (
       select d.streamer_id, d.day, b.offer_id, b.id, b.status, b.confirmed_at, b.duration_minutes,
         -- A group session is one session: its first place stands for it, and a place that took place comes first.
         row_number() over (partition by b.session_id order by (b.status = 'completed') desc,
           (b.status in ('confirmed', 'in_progress', 'viewer_no_show', 'streamer_no_show')) desc, b.seat, b.id) as place
       from (select u.streamer_id, u.day::date as day from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)) d
       join public.streamers s on s.id = d.streamer_id
       join public.bookings b on b.streamer_id = d.streamer_id
         and b.start_at >= d.day - interval '1 day' and b.start_at < d.day + interval '3 days'
         and (b.start_at at time zone b.streamer_zone)::date = d.day
     )
     insert into private.statistics_days (streamer_id, day, offer_id, holds, paid, sessions, cancelled, viewer_no_shows,
       streamer_no_shows, due, booked_minutes, net_cents, ratings, rating_sum)
     select p.streamer_id, p.day, p.offer_id, count(*), count(p.confirmed_at),
       count(*) filter (where p.place = 1 and p.status = 'completed'),
       count(*) filter (where p.confirmed_at is not null and p.status like 'cancelled%'),
       count(*) filter (where p.status = 'viewer_no_show'),
       count(*) filter (where p.status = 'streamer_no_show'),
       count(*) filter (where p.status in ('completed', 'viewer_no_show', 'streamer_no_show')),
       coalesce(sum(p.duration_minutes) filter (where p.place = 1
         and p.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')), 0),
       -- The share of a session to come is earned once it begins, and the rest of a cancelled one
       -- at once: as the page of earnings counts.
       coalesce(sum(m.net_cents) filter (where p.status not in ('held', 'requested', 'confirmed')), 0), count(r.rating), coalesce(sum(r.rating), 0)
     from places p
     left join public.reviews r on r.booking_id = p.id and r.hidden_at is null
     left join lateral (
       select -sum(l.amount_cents) as net_cents from public.payments pay
       join public.ledger_postings g on g.payment_id = pay.id
       join public.ledger_lines l on l.posting_id = g.id and l.account in ('streamer_pending', 'streamer_available')
       where pay.booking_id = p.id
     ) m on true
     group by p.streamer_id, p.day, p.offer_id`,
    values,
  );
  await keepMonths(db, values);
  await db.query(
    `insert into private.statistics_answers (streamer_id, day, booking_id, offer_id, seconds)
     select d.streamer_id, d.day, b.id, b.offer_id, greatest(0, extract(epoch from a.at - q.at))
     from (select u.streamer_id, u.day::date as day from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)) d
     join public.streamers s on s.id = d.streamer_id
     join public.bookings b on b.streamer_id = d.streamer_id and b.confirmation = 'on_request'
       and b.start_at >= d.day - interval '1 day' and b.start_at < d.day + interval '3 days'
       and (b.start_at at time zone b.streamer_zone)::date = d.day
     join lateral (select e.at from public.booking_events e where e.booking_id = b.id and e.to_status = 'requested'
       order by e.revision limit 1) q on true
     join lateral (select e.at from public.booking_events e where e.booking_id = b.id and e.from_status = 'requested'
       and e.actor = 'streamer' order by e.revision limit 1) a on true`,
    values,
  );
  await db.query(
    `delete from private.statistics_hours s using unnest($1::uuid[], $2::text[]) as d (streamer_id, day)
     where s.streamer_id = d.streamer_id and s.day = d.day::date`,
    values,
  );
  await db.query(
    `with sessions as (
       select d.streamer_id, d.day, min(b.start_at at time zone b.streamer_zone) as begins, max(b.duration_minutes) as minutes
       from (select u.streamer_id, u.day::date as day from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)) d
       join public.streamers s on s.id = d.streamer_id
       join public.bookings b on b.streamer_id = d.streamer_id
         and b.start_at >= d.day - interval '1 day' and b.start_at < d.day + interval '3 days'
         and (b.start_at at time zone b.streamer_zone)::date = d.day
       where b.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')
       group by d.streamer_id, d.day, b.session_id
     )
     insert into private.statistics_hours (streamer_id, day, hour, sessions)
     select streamer_id, day, hour, count(*) from sessions, lateral generate_series(extract(hour from begins)::int,
       -- A session that ends as an hour begins does not touch it.
       least(47, ceil((extract(hour from begins) * 60 + extract(minute from begins) + minutes) / 60)::int - 1)) hour
     group by streamer_id, day, hour`,
    values,
  );
}

/** The months of these days, from the sums of their days. */
async function keepMonths(db: pg.ClientBase, values: Marked): Promise<void> {
  await db.query(
    `delete from private.statistics_months s using unnest($1::uuid[], $2::text[]) as d (streamer_id, day)
     where s.streamer_id = d.streamer_id and s.month = date_trunc('month', d.day::timestamp)::date`,
    values,
  );
  await db.query(
    `insert into private.statistics_months (streamer_id, month, sessions, booked_minutes, net_cents, ratings, rating_sum)
     select d.streamer_id, m.month, sum(d.sessions), sum(d.booked_minutes), sum(d.net_cents), sum(d.ratings), sum(d.rating_sum)
     from (select distinct u.streamer_id, date_trunc('month', u.day::timestamp)::date as month
       from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)) m
     join private.statistics_days d on d.streamer_id = m.streamer_id and d.day >= m.month and d.day < m.month + interval '1 month'
     group by d.streamer_id, m.month`,
    values,
  );
}

/** Sums the outcomes of the places that were held on these days of Paris. */
async function addUpHolds(db: pg.ClientBase, values: Marked): Promise<void> {
  await db.query(
    `delete from private.hold_days s using unnest($1::uuid[], $2::text[]) as d (streamer_id, day)
     where s.streamer_id = d.streamer_id and s.day = d.day::date`,
    values,
  );
  await db.query(
    `insert into private.hold_days (streamer_id, day, offer_id, source, holds, paid, attended, upcoming, cancelled)
     select d.streamer_id, d.day, b.offer_id, b.source, count(*), count(b.confirmed_at),
       count(*) filter (where b.status = 'completed'), count(*) filter (where b.status in ('confirmed', 'in_progress')),
       count(*) filter (where b.confirmed_at is not null and b.status like 'cancelled%')
     from (select u.streamer_id, u.day::date as day from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)) d
     join public.streamers s on s.id = d.streamer_id
     join public.bookings b on b.streamer_id = d.streamer_id and b.held_at >= d.day::timestamp at time zone 'Europe/Paris'
       and b.held_at < (d.day + 1)::timestamp at time zone 'Europe/Paris'
     group by d.streamer_id, d.day, b.offer_id, b.source`,
    values,
  );
}

/**
 * The places held on these days, with each viewer's days before and after. One that was held, moved
 * or forgotten changes its neighbours too, so all places of its viewer are written again; those of
 * viewers for whom nothing changed stay. So are the viewer's own row and their part of the cohorts.
 */
async function keepHeldPlaces(db: pg.ClientBase, values: Marked): Promise<void> {
  const { rows: changed } = await db.query(
    `with days as (
       select u.streamer_id, u.day::date as day from unnest($1::uuid[], $2::text[]) as u (streamer_id, day)
     ), held as (
       select b.id as booking_id, b.streamer_id, b.viewer_id, b.offer_id, d.day, b.start_at
       from days d join public.bookings b on b.streamer_id = d.streamer_id and b.status = 'completed' and b.viewer_id is not null
         and b.start_at >= d.day - interval '1 day' and b.start_at < d.day + interval '3 days'
         and (b.start_at at time zone b.streamer_zone)::date = d.day
     ), kept as (
       select h.booking_id, h.streamer_id, h.viewer_id, h.offer_id, h.day, h.start_at
       from days d join private.held_places h on h.streamer_id = d.streamer_id and h.day = d.day
     )
     select distinct c.streamer_id as "streamerId", c.viewer_id as "viewerId"
     from ((table held except table kept) union all (table kept except table held)) c
     where c.streamer_id is not null and c.viewer_id is not null`,
    values,
  );
  if (changed.length === 0) return;
  const people: [string[], string[]] = [
    changed.flatMap(({ streamerId }) => streamerId ?? []),
    changed.flatMap(({ viewerId }) => viewerId ?? []),
  ];
  await db.query(
    `update private.cohorts c set viewers = c.viewers - gone.viewers
     from (
       select h.streamer_id, date_trunc('month', h.first_day::timestamp)::date as first_month, date_trunc('month', h.day::timestamp)::date as month,
         count(distinct h.viewer_id) as viewers
       from unnest($1::uuid[], $2::uuid[]) as p (streamer_id, viewer_id)
       join private.held_places h on h.streamer_id = p.streamer_id and h.viewer_id = p.viewer_id
       group by 1, 2, 3
     ) gone
     where c.streamer_id = gone.streamer_id and c.first_month = gone.first_month and c.month = gone.month`,
    people,
  );
  await db.query(
    `delete from private.known_viewers k using unnest($1::uuid[], $2::uuid[]) as c (streamer_id, viewer_id)
     where k.streamer_id = c.streamer_id and k.viewer_id = c.viewer_id`,
    people,
  );
  await db.query(
    `delete from private.held_places h using unnest($1::uuid[], $2::uuid[]) as c (streamer_id, viewer_id)
     where h.streamer_id = c.streamer_id and h.viewer_id = c.viewer_id`,
    people,
  );
  await db.query(
    `insert into private.held_places (booking_id, streamer_id, viewer_id, offer_id, day, start_at, number, first_day, previous_day, next_day,
       previous_of_offer_day, next_of_offer_day)
     select h.id, h.streamer_id, h.viewer_id, h.offer_id, h.day, h.start_at, row_number() over each, first_value(h.day) over each,
       lag(h.day) over each, lead(h.day) over each, lag(h.day) over of_offer, lead(h.day) over of_offer
     from (
       select b.id, b.streamer_id, b.viewer_id, b.offer_id, b.start_at, (b.start_at at time zone b.streamer_zone)::date as day
       from unnest($1::uuid[], $2::uuid[]) as c (streamer_id, viewer_id)
       join public.streamers s on s.id = c.streamer_id
       join public.bookings b on b.streamer_id = c.streamer_id and b.viewer_id = c.viewer_id and b.status = 'completed'
     ) h
     -- By days first: in another zone a later session may stand on an earlier day.
     window each as (partition by h.streamer_id, h.viewer_id order by h.day, h.start_at, h.id),
       of_offer as (partition by h.streamer_id, h.viewer_id, h.offer_id order by h.day, h.start_at, h.id)`,
    people,
  );
  await db.query(
    `insert into private.known_viewers (streamer_id, viewer_id, first_day, second_day, last_day)
     select h.streamer_id, h.viewer_id, min(h.day), min(h.day) filter (where h.number = 2), max(h.day)
     from unnest($1::uuid[], $2::uuid[]) as c (streamer_id, viewer_id)
     join private.held_places h on h.streamer_id = c.streamer_id and h.viewer_id = c.viewer_id
     group by h.streamer_id, h.viewer_id`,
    people,
  );
  await db.query(
    `insert into private.cohorts as c (streamer_id, first_month, month, viewers)
     select h.streamer_id, date_trunc('month', h.first_day::timestamp)::date, date_trunc('month', h.day::timestamp)::date, count(distinct h.viewer_id)
     from unnest($1::uuid[], $2::uuid[]) as p (streamer_id, viewer_id)
     join private.held_places h on h.streamer_id = p.streamer_id and h.viewer_id = p.viewer_id
     group by 1, 2, 3
     on conflict (streamer_id, first_month, month) do update set viewers = c.viewers + excluded.viewers`,
    people,
  );
  await db.query('delete from private.cohorts where viewers = 0 and streamer_id = any ($1::uuid[])', [
    people[0],
  ]);
}
