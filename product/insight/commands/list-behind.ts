import { serve } from '#product/command/serve.ts';
import { listBehind as contract } from '../analytics-contract.ts';

/**
 * Lists the rows of which a figure of the platform is made: read from the bookings, the ledger and
 * the hours themselves, never from the sums that the figure is read from, so that one can be held
 * against the other. Days are those of the figure (docs/decisions/0132).
 */
export const listBehind = serve({
  contract,
  async run({ db, input: { figure, days, words, sort, ascending, offset, limit } }) {
    // Without a name, so that Postgres plans for these days and drops the parts of other figures
    // before any row.
    const { rows } = await db.query({
      text: `with held as (
          select b.id, b.session_id, b.viewer_id, b.streamer_id, (b.start_at at time zone 'Europe/Paris')::date as day
          from public.bookings b
          where $1::text in ('sessions', 'streamers', 'viewers', 'returning') and b.status = 'completed'
            and b.start_at >= $2::date::timestamp at time zone 'Europe/Paris'
            and b.start_at < ($3::date + 1)::timestamp at time zone 'Europe/Paris'
        ), listed as (
          select g.id, g.accounted_on as day,
            sum(l.amount_cents::float8) * case when $1::text in ('commission', 'refunds') then -1 else 1 end as value,
            null::float8 as whole, g.payment_id as subject, null::uuid as booking_id, null::uuid as viewer_id, null::uuid as streamer_id
          from public.ledger_postings g
          join public.ledger_lines l on l.posting_id = g.id and l.account = any (case $1::text when 'commission' then array['platform_fees']
            when 'disputes' then array['disputed_funds'] else array['provider_balance', 'disputed_funds'] end)
          where $1::text in ('volume', 'commission', 'refunds', 'disputes') and g.payment_id is not null
            and g.accounted_on between $2::date and $3::date
            and case $1::text when 'volume' then g.kind in ('capture', 'extension')
              when 'refunds' then g.kind in ('refund', 'settlement')
              when 'disputes' then g.kind = 'dispute_opened'
              else g.kind not in ('release', 'processing_cost', 'dispute_cost') end
          group by g.id
          having $1::text in ('volume', 'disputes') or sum(l.amount_cents::float8) <> 0
          union all
          select h.session_id, min(h.day), count(*)::float8, null, (array_agg(h.id))[1], (array_agg(h.id))[1],
            case when count(*) = 1 then (array_agg(h.viewer_id))[1] end, (array_agg(h.streamer_id))[1]
          from held h
          where $1::text = 'sessions' group by h.session_id
          union all
          select h.streamer_id, max(h.day), count(distinct h.session_id)::float8, null, h.streamer_id, null, null, h.streamer_id
          from held h
          where $1::text = 'streamers' and h.streamer_id is not null group by h.streamer_id
          union all
          select h.viewer_id, max(h.day), count(distinct h.session_id)::float8, null, h.viewer_id, null, h.viewer_id, null
          from held h
          where $1::text in ('viewers', 'returning') and h.viewer_id is not null group by h.viewer_id
          having $1::text = 'viewers' or count(distinct h.day) > 1 or exists (
            select from public.bookings e where e.viewer_id = h.viewer_id and e.status = 'completed'
              and e.start_at < $2::date::timestamp at time zone 'Europe/Paris')
          union all
          select p.id, (f.held_at at time zone 'Europe/Paris')::date,
            greatest(0, round(extract(epoch from f.held_at - p.created_at)))::float8, null, p.id, null, p.id, null
          from (
            select b.viewer_id, min(b.held_at) as held_at from public.bookings b
            where $1::text = 'first' and b.viewer_id is not null and b.confirmed_at is not null group by b.viewer_id
          ) f join public.profiles p on p.id = f.viewer_id
          where (f.held_at at time zone 'Europe/Paris')::date between $2::date and $3::date
          union all
          select b.id, (b.held_at at time zone 'Europe/Paris')::date, b.price_cents::float8, null, b.id, b.id, b.viewer_id, b.streamer_id
          from public.bookings b
          where $1::text = 'liquidity' and b.source = 'search' and b.confirmed_at is not null
            and b.held_at >= $2::date::timestamp at time zone 'Europe/Paris'
            and b.held_at < ($3::date + 1)::timestamp at time zone 'Europe/Paris'
          union all
          select d.streamer_id, null, sum(d.booked)::float8, sum(d.opened)::float8, d.streamer_id, null, null, d.streamer_id
          from (
            select streamer_id, 0 as booked, open_minutes as opened from private.open_days
              where $1::text = 'filled' and day between $2::date and $3::date
            union all select streamer_id, booked_minutes, 0 from private.statistics_days
              where $1::text = 'filled' and day between $2::date and $3::date
          ) d
          group by d.streamer_id having sum(d.booked) + sum(d.opened) > 0
        ), page as (
          select r.*, count(*) over ()::int as total
          from listed r
          -- Names are looked up for the rows of the page alone, unless they are searched.
          where $4::text[] = '{}' or (
            select private.search_text(concat_ws(' ', b.title, v.first_name, v.last_name, s.display_name))
            from (select) one
            left join public.payments p on p.id = r.subject
            left join public.bookings b on b.id = coalesce(r.booking_id, p.booking_id)
            left join public.profiles v on v.id = coalesce(r.viewer_id, case when p.id is not null then b.viewer_id end)
            left join public.streamers s on s.id = coalesce(r.streamer_id, b.streamer_id)
          ) like all ($4::text[])
          order by (case $5::text when 'value' then r.value else r.day - date '2000-01-01' end)
            * (case when $6::boolean then 1 else -1 end) nulls last, r.id
          limit $8::int offset $7::int
        )
        select r.id::text, r.day::text as "day", coalesce(b.title, s.display_name, names.viewer) as "title",
          case when b.id is not null then names.viewer end as "viewer", case when b.id is not null then s.display_name end as "streamer",
          r.value, r.whole, r.subject, r.total as "count"
        from page r
        left join public.payments p on p.id = r.subject
        left join public.bookings b on b.id = coalesce(r.booking_id, p.booking_id)
        left join public.profiles v on v.id = coalesce(r.viewer_id, case when p.id is not null then b.viewer_id end)
        left join public.streamers s on s.id = coalesce(r.streamer_id, b.streamer_id)
        cross join lateral (select nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer) names
        order by (case $5::text when 'value' then r.value else r.day - date '2000-01-01' end)
          * (case when $6::boolean then 1 else -1 end) nulls last, r.id`,
      values: [figure, days.first, days.last, words, sort, ascending, offset, limit],
    });
    return {
      count: rows[0]?.count ?? 0,
      rows: rows.map(({ count, id, title, value, ...row }) => ({
        ...row,
        id: id ?? '',
        title: title ?? '',
        value: value ?? 0,
      })),
    };
  },
});
