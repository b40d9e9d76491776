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
 * Marks are read first, facts after: a change is committed together with its mark, so the facts behind a mark can be read; a later change
 * leaves another mark. Days are read and written as a whole, so doing it twice changes nothing.
 */
async function addUpMarked(db: pg.ClientBase): Promise<number> {
  // A task's lease may lapse while it still works; the lock makes two of them take turns.
  await db.query('select pg_advisory_xact_lock(7506513094)');
  const { rows: days } = await db.query(
    `with chosen as (
       select distinct streamer_id, day from (select streamer_id, day from private.statistics_marks order by id limit $1) oldest
     ), taken as (
       delete from private.statistics_marks m using chosen c where m.streamer_id = c.streamer_id and m.day = c.day
     )
     select streamer_id as "streamerId", day::text from chosen`,
    [BATCH],
  );
  if (days.length === 0) return 0;
  const values: [string[], string[]] = [days.map(({ streamerId }) => streamerId), days.map(({ day }) => day)];
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
       streamer_no_shows, booked_minutes, net_cents, ratings, rating_sum)
     select p.streamer_id, p.day, p.offer_id, count(*), count(p.confirmed_at),
       count(*) filter (where p.place = 1 and p.status = 'completed'),
       count(*) filter (where p.confirmed_at is not null and p.status like 'cancelled%'),
       count(*) filter (where p.status = 'viewer_no_show'),
       count(*) filter (where p.status = 'streamer_no_show'),
       coalesce(sum(p.duration_minutes) filter (where p.place = 1
         and p.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')), 0),
       coalesce(sum(m.net_cents), 0), count(r.rating), coalesce(sum(r.rating), 0)
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
  return days.length;
}
