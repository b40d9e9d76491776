-- What streamers of a category charge and how much they work, as medians: the simulator's starting point for somebody without figures of
-- their own. Groups of fewer than five streamers are left out, so that no single streamer can be recognised.
create or replace view public.category_medians with (security_barrier) as
with asked as (
  select o.category, o.streamer_id,
    percentile_cont(0.5) within group (order by o.price_cents) as price,
    percentile_cont(0.5) within group (order by o.duration_minutes) as minutes
  from public.offers o
  join public.streamers s on s.id = o.streamer_id and s.published_at is not null
  where o.is_active and o.archived_at is null and o.price_cents > 0 and o.seats = 1
  group by o.category, o.streamer_id
), held as (
  select b.category, b.streamer_id, count(distinct b.session_id) as sessions
  from public.bookings b
  where b.status = 'completed' and b.start_at between now() - interval '84 days' and now()
  group by b.category, b.streamer_id
)
select
  a.category,
  count(*)::int as streamers,
  round(percentile_cont(0.5) within group (order by a.price))::int as price_cents,
  round(percentile_cont(0.5) within group (order by a.minutes))::int as duration_minutes,
  (percentile_cont(0.5) within group (order by coalesce(h.sessions, 0) / 12.0))::float8 as sessions_per_week
from asked a
left join held h on h.category = a.category and h.streamer_id = a.streamer_id
group by a.category
having count(*) >= 5;

comment on view public.category_medians is 'Medians of the published streamers of a category with paid sessions for one: at least five of them, else no row.';
