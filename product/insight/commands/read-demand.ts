import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { adviceFrom, type Figures, peopleAtLeast } from '../rules/advice.ts';
import { wholeMonthsOf } from '../rules/period.ts';
import { cellAt, openMinutes, WEEK_CELLS } from '../rules/week-cells.ts';
import { readDemand as contract } from '../visits-contract.ts';
import { countedDays, momentsOf, type Period, requirePeriod } from './read-funnel.ts';

/** Open, booked, asked for: the week of the calling streamer, and what follows from it. */
export const readDemand = serve({
  contract,
  async run({ db, person, input, now }) {
    requirePeriod(input);
    const streamerId = person.id;
    const demand = await readSums(db, streamerId, input);
    const { zone, noticeMinutes, hours } = await readWeek(db, streamerId, input, demand);
    const asked = askedFor(demand);
    const offers = await readOffers(db, streamerId, input, now);
    const figures: Figures = {
      hours,
      ...asked,
      noticeMinutes,
      leastPriceCents: offers.leastPriceCents,
      offers: offers.offers,
      noShows: await readNoShows(db, streamerId, input),
    };
    const { countedUntil } = await countedDays(db, streamerId);
    return { zone, hours, advice: adviceFrom(figures), countedUntil };
  },
});

const time = (at: Date) => instantOf(at.getTime());

/** The 168 hours of the week on the streamer's wall. */
async function readWeek(db: pg.ClientBase, streamerId: string, period: Period, demand: readonly Demand[]) {
  const { rows } = await db.query('select zone, notice_minutes from public.streamers where id = $1', [
    streamerId,
  ]);
  const zone: ZoneName = rows[0]?.zone ?? 'Europe/Paris';
  const { from, until } = momentsOf(period);
  // Open is what any offer can be booked in: the streamer's week, and the weeks that offers have of
  // their own.
  const weekly = await db.query(
    `select weekday::int as weekday, from_minute::int as from, to_minute::int as to from public.weekly_hours where streamer_id = $1
     union all
     select own.weekday, own."from", own."to" from public.offers o,
       jsonb_to_recordset(o.own_hours) as own (weekday int, "from" int, "to" int)
     where o.streamer_id = $1 and o.is_active and o.archived_at is null`,
    [streamerId],
  );
  const sessions = await db.query(
    `select extract(isodow from day)::int as weekday, hour, sum(sessions)::int as sessions from private.statistics_hours
     where streamer_id = $1 and day between $2 and $3 group by 1, 2`,
    [streamerId, period.first, period.last],
  );
  // A viewer on the waiting list for one start has said which hour they want; they are known, so
  // that each counts once over all days.
  const waiting = await db.query(
    `select viewer_id, start_at from public.waiting_list_entries
     where streamer_id = $1 and start_at is not null and created_at >= $2 and created_at < $3`,
    [streamerId, from, until],
  );
  const open = openMinutes(
    weekly.rows.map(({ weekday, from: begin, to }) => ({
      weekday: weekday ?? 1,
      from: begin ?? 0,
      to: to ?? 0,
    })),
  );
  const hours = open.map((minutes) => ({ open: minutes, sessions: 0, asked: 0, people: 0 }));
  for (const { weekday, hour: at, sessions: count } of sessions.rows) {
    const hour = weekday === null ? undefined : hours[((weekday - 1) * 24 + at) % WEEK_CELLS];
    if (hour) hour.sessions += count ?? 0;
  }
  for (const { kind, cell, asked, people } of demand) {
    const hour = kind !== 'hours' || cell === null ? undefined : hours[cell];
    if (hour) Object.assign(hour, { asked, people });
  }
  const byCell = Map.groupBy(
    waiting.rows.flatMap(({ viewer_id, start_at }) => (start_at ? [{ viewer_id, start_at }] : [])),
    ({ start_at }) => cellAt(zone, time(start_at)),
  );
  for (const [cell, entries] of byCell) {
    const hour = hours[cell];
    if (!hour) continue;
    hour.asked += entries.length;
    hour.people = peopleAtLeast([hour.people, new Set(entries.map(({ viewer_id }) => viewer_id)).size]);
  }
  return { zone, noticeMinutes: rows[0]?.notice_minutes ?? 0, hours };
}

/**
 * The demand that was not met here, over the period: how often, and by how many people on the
 * fullest day.
 */
interface Demand {
  kind: string;
  detail: string;
  /** Of hours: which of the week. */
  cell: number | null;
  asked: number;
  people: number;
}

/** Whole months are read as months, and the days before and after them as days. */
async function readSums(db: pg.ClientBase, streamerId: string, period: Period): Promise<Demand[]> {
  const months = wholeMonthsOf(period);
  const { rows } = await db.query(
    `select kind, detail, cell, sum(asked)::int as asked, max(people)::int as people from (
       select kind, detail, cell, people as asked, people from private.demand_days where streamer_id = $1 and day >= $2::date and day < $4::date
       union all select kind, detail, cell, asked, people from private.demand_months
         where streamer_id = $1 and month between $4::date and $5::date
       union all select kind, detail, cell, people, people from private.demand_days where streamer_id = $1 and day > $5::date and day <= $3::date
     ) sums group by kind, detail, cell`,
    [streamerId, period.first, period.last, months.first, months.last],
  );
  return rows.map(({ kind, detail, cell, asked, people }) => ({
    kind: kind ?? '',
    detail: detail ?? '',
    cell,
    asked: asked ?? 0,
    people: people ?? 0,
  }));
}

/** Groups the unmet demand of searches by what left the streamer out. */
function askedFor(demand: readonly Demand[]) {
  const of = (kind: string) => demand.filter((each) => each.kind === kind);
  return {
    prices: of('price').map(({ detail, people }) => ({ cents: Number(detail), people })),
    languages: of('language').map(({ detail, people }) => ({ code: detail, people })),
    durations: of('duration').map(({ detail, people }) => ({ minutes: Number(detail), people })),
    tooSoon: of('nothing_free').find(({ detail }) => detail === 'too_soon')?.people ?? 0,
  };
}

async function readOffers(db: pg.ClientBase, streamerId: string, period: Period, now: Date) {
  const { rows } = await db.query(
    `select o.id, o.price_cents, coalesce(opened.opens, 0)::int as opens, coalesce(opened.people, 0)::int as people,
       coalesce(held.holds, 0)::int as holds,
       (select count(distinct viewer_id)::int from public.waiting_list_entries w
         where w.offer_id = o.id and w.notified_at is null and (w.start_at is null or w.start_at > $4)) as waiting
     from public.offers o
     left join (
       select offer_id, sum(opens) as opens, max(opens) as people
       from (select offer_id, day, sum(calendar_opens) as opens from private.visit_days
         where streamer_id = $1 and day between $2 and $3 and offer_id is not null group by offer_id, day) days
       group by offer_id
     ) opened on opened.offer_id = o.id
     left join (
       select offer_id, sum(holds) as holds from private.hold_days where streamer_id = $1 and day between $2 and $3 group by offer_id
     ) held on held.offer_id = o.id
     where o.streamer_id = $1 and o.is_active and o.archived_at is null`,
    [streamerId, period.first, period.last, now],
  );
  const prices = rows.map(({ price_cents }) => price_cents).filter((price) => price > 0);
  return {
    leastPriceCents: prices.length === 0 ? null : Math.min(...prices),
    offers: rows.map(({ id, opens, people, holds, waiting }) => ({
      id,
      opens: opens ?? 0,
      people: people ?? 0,
      holds: holds ?? 0,
      waiting: waiting ?? 0,
    })),
  };
}

async function readNoShows(db: pg.ClientBase, streamerId: string, { first, last }: Period) {
  const { rows } = await db.query(
    `select coalesce(sum(d.viewer_no_shows), 0)::int as absent, coalesce(sum(d.due), 0)::int as due,
       (select count(distinct b.viewer_id)::int from public.bookings b where b.streamer_id = $1 and b.status = 'viewer_no_show'
         and b.start_at >= $2::date - 1 and b.start_at < $3::date + 2
         and (b.start_at at time zone b.streamer_zone)::date between $2::date and $3::date) as people
     from private.statistics_days d where d.streamer_id = $1 and d.day between $2::date and $3::date`,
    [streamerId, first, last],
  );
  return { people: rows[0]?.people ?? 0, absent: rows[0]?.absent ?? 0, due: rows[0]?.due ?? 0 };
}
