import { hoursAfter, instantOf } from '#product/shared/time/instant.ts';
import { countingDay } from '#product/shared/visit.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { LEAST_PEOPLE } from './rules/advice.ts';

/** So long after midnight a day is closed: what a request began before has been written by then. */
const GRACE_HOURS = 1;
/**
 * The CNIL's limit for figures of this kind (lignes directrices « cookies et autres traceurs »,
 * art. 5).
 */
const KEPT_MONTHS = 25;

/**
 * Adds the days that are over to the sums, and deletes what they were made of with the salt that
 * made it: all in one transaction, so that a visit is in the facts or in the sums, never in both or
 * in neither, however often this runs and wherever it is killed.
 */
export async function addUpVisits({ pool, now }: Run): Promise<void> {
  const open = countingDay(hoursAfter(instantOf(now.getTime()), -GRACE_HOURS));
  await inTransaction(pool, async (db) => {
    await db.query(
      `with gone as (delete from private.visits where day < $1 returning day, visitor, streamer_id, offer_id, step, source, device), site as (
         insert into private.platform_visit_days as sums (day, device, visitors, profile_views, calendar_opens)
         select day, device, count(distinct visitor), count(*) filter (where step = 'profile'),
           count(*) filter (where step = 'calendar' and offer_id is null)
         from gone group by day, device
         on conflict (day, device) do update set visitors = sums.visitors + excluded.visitors,
           profile_views = sums.profile_views + excluded.profile_views, calendar_opens = sums.calendar_opens + excluded.calendar_opens
       )
       insert into private.visit_days as sums (streamer_id, day, offer_id, source, profile_views, calendar_opens)
       select streamer_id, day, offer_id, source, count(*) filter (where step = 'profile'), count(*) filter (where step = 'calendar')
       from gone group by streamer_id, day, offer_id, source
       on conflict (streamer_id, day, offer_id, source) do update set profile_views = sums.profile_views + excluded.profile_views,
         calendar_opens = sums.calendar_opens + excluded.calendar_opens`,
      [open],
    );
    await db.query(
      `with gone as (
         delete from private.demands where day < $1 returning day, visitor, streamer_id, kind, detail, cells
       ), told as (
         select day, visitor, streamer_id, kind, detail, null::smallint as cell from gone where kind <> 'hours'
         union all
         -- A person who asked for an hour in two ways is one person.
         select day, visitor, streamer_id, kind, '', cell from gone, unnest(cells) cell where kind = 'hours'
       ), site as (
         insert into private.platform_demand_days as sums (day, category, cell, people)
         select t.day, c.category, t.cell, count(distinct t.visitor)
         from told t join public.streamers s on s.id = t.streamer_id, unnest(s.categories) c (category)
         where t.kind = 'hours' group by t.day, c.category, t.cell
         on conflict (day, category, cell) do update set people = sums.people + excluded.people
       )
       insert into private.demand_days as sums (streamer_id, day, kind, detail, cell, people)
       select streamer_id, day, kind, detail, cell, count(distinct visitor)
       from told group by streamer_id, day, kind, detail, cell
       on conflict (streamer_id, day, kind, detail, cell) do update set people = sums.people + excluded.people`,
      [open],
    );
    await db.query(
      `with gone as (delete from private.searches where day < $1 returning day, visitor, category, words, found), unfound as (
         insert into private.unfound_days as sums (day, words, people)
         select day, words, count(distinct visitor) from gone where not found and words <> ''
         -- Words that few people typed may be a name or an address. One person on two devices
         -- counts twice, so a few are asked for.
         group by day, words having count(distinct visitor) >= $2
         on conflict (day, words) do update set people = sums.people + excluded.people
       )
       insert into private.search_days as sums (day, category, people, unfound)
       select day, category, count(distinct visitor), count(distinct visitor) filter (where not found) from (
         select day, visitor, null as category, found from gone
         union all select day, visitor, category, found from gone where category is not null
       ) told group by day, category
       on conflict (day, category) do update set people = sums.people + excluded.people, unfound = sums.unfound + excluded.unfound`,
      [open, LEAST_PEOPLE],
    );
    await db.query('delete from private.visit_salts where day < $1', [open]);
  });
  const oldest = [now, KEPT_MONTHS] as const;
  await pool.query(
    'delete from private.visit_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
  await pool.query(
    'delete from private.demand_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
  await pool.query(
    'delete from private.platform_visit_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
  await pool.query(
    'delete from private.platform_demand_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
  await pool.query(
    'delete from private.search_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
  await pool.query(
    'delete from private.unfound_days where day < ($1::timestamptz - make_interval(months => $2))::date',
    [...oldest],
  );
}
