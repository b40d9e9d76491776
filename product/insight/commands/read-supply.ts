import { serve } from '#product/command/serve.ts';
import { readSupply as contract } from '../analytics-contract.ts';

/**
 * The hours of the week: who is open in them as of today, and what of the period was booked and
 * looked for.
 */
export const readSupply = serve({
  contract,
  async run({ db, input: { days, category } }) {
    const { rows } = await db.query({
      name: 'platform-supply',
      text: `with open as (
          -- Hours that end after midnight go on into the next day, and those of Sunday into Monday.
          select h.cell, count(*)::int as streamers from (
            select distinct s.id, ((w.weekday - 1) * 24 + hour) % 168 as cell
            from public.streamers s join public.weekly_hours w on w.streamer_id = s.id,
              generate_series(w.from_minute / 60, (w.to_minute - 1) / 60) hour
            where s.published_at is not null and s.withheld_at is null and ($3::text is null or $3 = any (s.categories))
          ) h group by h.cell
        ), booked as (
          select cell, sum(places)::int as places from private.platform_hours
          where day between $1::date and $2::date and ($3::text is null or category = $3) group by cell
        ), asked as (
          select cell, sum(people)::int as people from private.platform_demand_days
          where day between $1::date and $2::date and ($3::text is null or category = $3) group by cell
        )
        select coalesce(o.streamers, 0) as "streamers", coalesce(b.places, 0) as "places", coalesce(a.people, 0) as "asked"
        from generate_series(0, 167) c (cell)
        left join open o using (cell) left join booked b using (cell) left join asked a using (cell) order by cell`,
      values: [days.first, days.last, category],
    });
    return { hours: rows };
  },
});
