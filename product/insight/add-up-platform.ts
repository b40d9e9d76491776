import type pg from 'pg';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/** Marks in one transaction. */
const BATCH = 1_000;

/**
 * Adds up the days of the platform that were marked since the last run.
 * @returns how many sums of a day were made again
 */
export async function addUpPlatform({ pool, signal }: Pick<Run, 'pool' | 'signal'>): Promise<number> {
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
  await db.query('select pg_advisory_xact_lock(7506513097)');
  const { rows: marked } = await db.query(
    `with chosen as (
       select distinct day, kind from (select day, kind from private.platform_marks order by id limit $1) oldest
     ), taken as (
       delete from private.platform_marks m using chosen c where m.day = c.day and m.kind = c.kind
     )
     select day::text, kind from chosen`,
    [BATCH],
  );
  const daysOf = (wanted: string) => marked.flatMap(({ day, kind }) => (kind === wanted && day ? [day] : []));
  const [sessions, holds, money, open] = [
    daysOf('session'),
    daysOf('hold'),
    daysOf('money'),
    daysOf('open'),
  ] as const;
  if (sessions.length > 0) {
    await addUpSessions(db, sessions);
    await keepActiveDays(db, sessions);
  }
  if (holds.length > 0) {
    await addUpHolds(db, holds);
    await keepFirstBookings(db, holds);
  }
  if (money.length > 0) await addUpMoney(db, money);
  if (open.length > 0) await addUpHours(db, open);
  return marked.length;
}

/**
 * Sums the outcomes of the sessions that begin on these days, and the hours in which they begin.
 */
async function addUpSessions(db: pg.ClientBase, days: string[]): Promise<void> {
  await db.query('delete from private.platform_session_days where day = any ($1::text[]::date[])', [days]);
  await db.query(
    `insert into private.platform_session_days (day, category, sessions, places, viewer_no_shows, streamer_no_shows)
     select d.day, b.category, count(distinct b.session_id) filter (where b.status = 'completed'),
       count(*) filter (where b.status = 'completed'), count(*) filter (where b.status = 'viewer_no_show'),
       count(*) filter (where b.status = 'streamer_no_show')
     from unnest($1::text[]::date[]) d (day)
     join public.bookings b on b.start_at >= d.day::timestamp at time zone 'Europe/Paris'
       and b.start_at < (d.day + 1)::timestamp at time zone 'Europe/Paris'
     where b.status in ('completed', 'viewer_no_show', 'streamer_no_show')
     group by d.day, b.category`,
    [days],
  );
  await db.query('delete from private.platform_hours where day = any ($1::text[]::date[])', [days]);
  await db.query(
    `insert into private.platform_hours (day, category, cell, places)
     select p.day, p.category, (extract(isodow from p.wall) - 1) * 24 + extract(hour from p.wall), count(*)
     from (
       select d.day, b.category, b.start_at at time zone b.streamer_zone as wall
       from unnest($1::text[]::date[]) d (day)
       join public.bookings b on b.start_at >= d.day::timestamp at time zone 'Europe/Paris'
         and b.start_at < (d.day + 1)::timestamp at time zone 'Europe/Paris'
       where b.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')
     ) p group by 1, 2, 3`,
    [days],
  );
}

/**
 * The days on which people came or held a session, each with their days before and after. A day
 * that comes or goes changes its neighbours, so all days of a person for whom anything differs are
 * written again; nobody else's.
 */
async function keepActiveDays(db: pg.ClientBase, days: string[]): Promise<void> {
  const { rows: changed } = await db.query(
    `with held as (
       select distinct p.person_id, p.side, d.day
       from unnest($1::text[]::date[]) d (day)
       join public.bookings b on b.start_at >= d.day::timestamp at time zone 'Europe/Paris'
         and b.start_at < (d.day + 1)::timestamp at time zone 'Europe/Paris' and b.status = 'completed',
       lateral (values (b.viewer_id, 'viewer'), (b.streamer_id, 'streamer')) p (person_id, side)
       where p.person_id is not null
     ), kept as (
       select a.person_id, a.side, a.day from private.active_days a where a.day = any ($1::text[]::date[])
     )
     select distinct c.person_id as "personId", c.side from ((table held except table kept) union all (table kept except table held)) c`,
    [days],
  );
  const peopleOf = (wanted: string) =>
    changed.flatMap(({ side, personId }) => (side === wanted && personId ? [personId] : []));
  const [viewers, streamers] = [peopleOf('viewer'), peopleOf('streamer')];
  if (viewers.length > 0) await keepViewers(db, viewers);
  if (streamers.length > 0) await keepStreamers(db, streamers);
}

async function keepViewers(db: pg.ClientBase, people: string[]): Promise<void> {
  await db.query(`delete from private.active_days where side = 'viewer' and person_id = any ($1::uuid[])`, [
    people,
  ]);
  await db.query(
    `insert into private.active_days (person_id, side, day, first_day, previous_day, next_day, opens_month)
     select person_id, 'viewer', day, min(day) over each, lag(day) over each, lead(day) over each,
       coalesce(date_trunc('month', (lag(day) over each)::timestamp) < date_trunc('month', day::timestamp), true)
     from (
       select distinct b.viewer_id as person_id, (b.start_at at time zone 'Europe/Paris')::date as day
       from unnest($1::uuid[]) u (id) join public.bookings b on b.viewer_id = u.id and b.status = 'completed'
     ) d window each as (partition by person_id order by day rows between unbounded preceding and unbounded following)`,
    [people],
  );
}

async function keepStreamers(db: pg.ClientBase, people: string[]): Promise<void> {
  await db.query(`delete from private.active_days where side = 'streamer' and person_id = any ($1::uuid[])`, [
    people,
  ]);
  await db.query(
    `insert into private.active_days (person_id, side, day, first_day, previous_day, next_day, opens_month)
     select person_id, 'streamer', day, min(day) over each, lag(day) over each, lead(day) over each,
       coalesce(date_trunc('month', (lag(day) over each)::timestamp) < date_trunc('month', day::timestamp), true)
     from (
       select distinct b.streamer_id as person_id, (b.start_at at time zone 'Europe/Paris')::date as day
       from unnest($1::uuid[]) u (id) join public.bookings b on b.streamer_id = u.id and b.status = 'completed'
     ) d window each as (partition by person_id order by day rows between unbounded preceding and unbounded following)`,
    [people],
  );
}

/** Sums the outcomes of the places that were held on these days. */
async function addUpHolds(db: pg.ClientBase, days: string[]): Promise<void> {
  await db.query('delete from private.platform_hold_days where day = any ($1::text[]::date[])', [days]);
  await db.query(
    `insert into private.platform_hold_days (day, category, source, outcome, places, paid)
     select d.day, b.category, b.source, case when b.status in ('expired', 'declined') then coalesce(b.cause, b.status) else b.status end,
       count(*), count(b.confirmed_at)
     from unnest($1::text[]::date[]) d (day)
     join public.bookings b on b.held_at >= d.day::timestamp at time zone 'Europe/Paris'
       and b.held_at < (d.day + 1)::timestamp at time zone 'Europe/Paris'
     group by 1, 2, 3, 4`,
    [days],
  );
}

/**
 * The first place of each person who held one on these days, or was kept as having held their first
 * one then.
 */
async function keepFirstBookings(db: pg.ClientBase, days: string[]): Promise<void> {
  const { rows } = await db.query(
    `select b.viewer_id as "viewerId" from unnest($1::text[]::date[]) d (day)
     join public.bookings b on b.held_at >= d.day::timestamp at time zone 'Europe/Paris'
       and b.held_at < (d.day + 1)::timestamp at time zone 'Europe/Paris'
     where b.viewer_id is not null
     union select f.viewer_id from private.first_bookings f where f.day = any ($1::text[]::date[])`,
    [days],
  );
  const people = rows.flatMap(({ viewerId }) => viewerId ?? []);
  if (people.length === 0) return;
  await db.query('delete from private.first_bookings where viewer_id = any ($1::uuid[])', [people]);
  await db.query(
    `insert into private.first_bookings (viewer_id, day, seconds)
     select p.id, (f.held_at at time zone 'Europe/Paris')::date, greatest(0, extract(epoch from f.held_at - p.created_at))
     from unnest($1::uuid[]) u (id) join public.profiles p on p.id = u.id
     join lateral (select min(b.held_at) as held_at from public.bookings b where b.viewer_id = p.id and b.confirmed_at is not null) f
       on f.held_at is not null`,
    [people],
  );
}

/**
 * Sums the ledger's postings about payments, by the day on which they count for the accounts: the
 * same days as the month's report.
 */
async function addUpMoney(db: pg.ClientBase, days: string[]): Promise<void> {
  await db.query('delete from private.platform_money_days where day = any ($1::text[]::date[])', [days]);
  await db.query(
    `insert into private.platform_money_days (day, category, zone, captured_cents, refunded_cents, commission_cents, disputed_cents, payments,
       disputes)
     select g.accounted_on, b.category, b.viewer_zone,
       coalesce(sum(l.provider) filter (where g.kind in ('capture', 'extension')), 0),
       coalesce(-sum(l.provider) filter (where g.kind in ('refund', 'settlement')), 0),
       coalesce(-sum(l.fees), 0), coalesce(sum(l.disputed) filter (where g.kind = 'dispute_opened'), 0),
       count(*) filter (where g.kind in ('capture', 'extension')), count(*) filter (where g.kind = 'dispute_opened')
     from public.ledger_postings g
     join public.payments p on p.id = g.payment_id
     join public.bookings b on b.id = p.booking_id
     join lateral (
       select coalesce(sum(amount_cents) filter (where account in ('provider_balance', 'disputed_funds')), 0) as provider,
         coalesce(sum(amount_cents) filter (where account = 'disputed_funds'), 0) as disputed,
         coalesce(sum(amount_cents) filter (where account = 'platform_fees'), 0) as fees
       from public.ledger_lines where posting_id = g.id
     ) l on true
     where g.accounted_on = any ($1::text[]::date[]) and g.kind not in ('release', 'processing_cost', 'dispute_cost')
     group by 1, 2, 3`,
    [days],
  );
}

/** Open and booked minutes of all streamers, from the sums of each. */
async function addUpHours(db: pg.ClientBase, days: string[]): Promise<void> {
  await db.query('delete from private.platform_open_days where day = any ($1::text[]::date[])', [days]);
  await db.query(
    `insert into private.platform_open_days (day, open_minutes, booked_minutes)
     select d.day, coalesce(o.minutes, 0), coalesce(s.minutes, 0)
     from unnest($1::text[]::date[]) d (day)
     left join (select day, sum(open_minutes) as minutes from private.open_days where day = any ($1::text[]::date[]) group by day) o using (day)
     left join (select day, sum(booked_minutes) as minutes from private.statistics_days where day = any ($1::text[]::date[]) group by day) s using (day)
     where o.minutes is not null or s.minutes is not null`,
    [days],
  );
}
