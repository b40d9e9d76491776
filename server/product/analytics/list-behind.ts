import { listBehind as contract } from '#contracts/analytics.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';

/**
 * What a figure of the platform is made of, row by row: read from the bookings, the ledger and the hours themselves, never from the sums that the
 * figure is read from, so that one can be held against the other. Days are those of the figure (docs/decisions/0181).
 */
export const listBehind = defineCommand({
  contract,
  access,
  async run({ db, input: { figure, days, words, sort, ascending, offset, limit } }) {
    const { rows } = await db.query({
      name: 'platform-behind',
      // Each part is read for its own figures alone: a condition on the parameter is looked at once, before any row.
      text: `with held as (
          select b.id, b.session_id, b.viewer_id, b.streamer_id, b.title, (b.start_at at time zone 'Europe/Paris')::date as day
          from public.bookings b
          where $1::text in ('sessions', 'streamers', 'viewers', 'returning') and b.status = 'completed'
            and b.start_at >= $2::date::timestamp at time zone 'Europe/Paris'
            and b.start_at < ($3::date + 1)::timestamp at time zone 'Europe/Paris'
        ), listed as (
          select g.id::text as id, g.accounted_on as day, b.title, nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer,
            s.display_name as streamer,
            case $1::text when 'commission' then -l.fees when 'refunds' then -l.provider when 'disputes' then l.disputed
              else l.provider end::float8 as value,
            null::float8 as whole, p.id as subject
          from public.ledger_postings g
          join public.payments p on p.id = g.payment_id
          join public.bookings b on b.id = p.booking_id
          left join public.profiles v on v.id = b.viewer_id
          left join public.streamers s on s.id = b.streamer_id
          cross join lateral (
            select coalesce(sum(amount_cents) filter (where account in ('provider_balance', 'disputed_funds')), 0) as provider,
              coalesce(sum(amount_cents) filter (where account = 'disputed_funds'), 0) as disputed,
              coalesce(sum(amount_cents) filter (where account = 'platform_fees'), 0) as fees
            from public.ledger_lines where posting_id = g.id
          ) l
          where $1::text in ('volume', 'commission', 'refunds', 'disputes') and g.accounted_on between $2::date and $3::date
            and case $1::text when 'volume' then g.kind in ('capture', 'extension')
              when 'refunds' then g.kind in ('refund', 'settlement') and l.provider <> 0
              when 'disputes' then g.kind = 'dispute_opened'
              else g.kind not in ('release', 'processing_cost', 'dispute_cost') and l.fees <> 0 end
          union all
          select h.session_id::text, min(h.day), min(h.title),
            case when count(*) = 1 then nullif(concat_ws(' ', min(v.first_name), min(v.last_name)), '') end,
            min(s.display_name), count(*)::float8, null, min(h.id::text)::uuid
          from held h
          left join public.profiles v on v.id = h.viewer_id
          left join public.streamers s on s.id = h.streamer_id
          where $1::text = 'sessions' group by h.session_id
          union all
          select h.streamer_id::text, max(h.day), min(s.display_name), null, null, count(distinct h.session_id)::float8, null, h.streamer_id
          from held h join public.streamers s on s.id = h.streamer_id
          where $1::text = 'streamers' group by h.streamer_id
          union all
          select h.viewer_id::text, max(h.day), concat_ws(' ', min(v.first_name), min(v.last_name)), null, null,
            count(distinct h.session_id)::float8, null, h.viewer_id
          from held h join public.profiles v on v.id = h.viewer_id
          where $1::text in ('viewers', 'returning') group by h.viewer_id
          having $1::text = 'viewers' or count(distinct h.day) > 1 or exists (
            select from public.bookings e where e.viewer_id = h.viewer_id and e.status = 'completed'
              and e.start_at < $2::date::timestamp at time zone 'Europe/Paris')
          union all
          select p.id::text, (f.held_at at time zone 'Europe/Paris')::date, concat_ws(' ', p.first_name, p.last_name), null, null,
            greatest(0, round(extract(epoch from f.held_at - p.created_at)))::float8, null, p.id
          from (
            select b.viewer_id, min(b.held_at) as held_at from public.bookings b
            where $1::text = 'first' and b.viewer_id is not null and b.confirmed_at is not null group by b.viewer_id
          ) f join public.profiles p on p.id = f.viewer_id
          where (f.held_at at time zone 'Europe/Paris')::date between $2::date and $3::date
          union all
          select b.id::text, (b.held_at at time zone 'Europe/Paris')::date, b.title, nullif(concat_ws(' ', v.first_name, v.last_name), ''),
            s.display_name, b.price_cents::float8, null, b.id
          from public.bookings b
          left join public.profiles v on v.id = b.viewer_id
          left join public.streamers s on s.id = b.streamer_id
          where $1::text = 'liquidity' and b.source = 'search' and b.confirmed_at is not null
            and b.held_at >= $2::date::timestamp at time zone 'Europe/Paris'
            and b.held_at < ($3::date + 1)::timestamp at time zone 'Europe/Paris'
          union all
          select s.id::text, null, s.display_name, null, null, sum(d.booked)::float8, sum(d.opened)::float8, s.id
          from (
            select streamer_id, 0 as booked, open_minutes as opened from private.open_days
              where $1::text = 'filled' and day between $2::date and $3::date
            union all select streamer_id, booked_minutes, 0 from private.statistics_days
              where $1::text = 'filled' and day between $2::date and $3::date
          ) d join public.streamers s on s.id = d.streamer_id
          group by s.id having sum(d.booked) + sum(d.opened) > 0
        )
        select r.id, r.day::text as "day", r.title, r.viewer, r.streamer, r.value, r.whole, r.subject, count(*) over ()::int as "count"
        from listed r
        where $4::text[] = '{}' or private.search_text(concat_ws(' ', r.title, r.viewer, r.streamer)) like all ($4::text[])
        order by (case $5::text when 'value' then r.value else r.day - date '2000-01-01' end)
          * (case when $6::boolean then 1 else -1 end) nulls last, r.id
        limit $8::int offset $7::int`,
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
