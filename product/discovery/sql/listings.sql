comment on table private.listings is
  'A streamer''s active offers in one row, for searches that ask nothing of a single offer. Derived with free_times.';
comment on column private.listings.streamer_id is 'The streamer.';
comment on column private.listings.categories is 'Of the active offers.';
comment on column private.listings.least_price_cents is 'The cheapest seat, in euro cents.';
comment on column private.listings.next_start is 'The first free start of any offer.';

-- The facts on a streamer's page about how they keep their word: sums and a median, of nobody in
-- particular.
create or replace view public.streamer_facts with (security_barrier) as
select s.id as streamer_id,
  -- A streamer holds one session at a time, so starts count sessions; both counts are read from one
  -- index.
  (select count(distinct b.start_at)::int from public.bookings b where b.streamer_id = s.id and b.status = 'completed') as sessions_held,
  (select count(*)::int from (
    select from public.bookings b where b.streamer_id = s.id and b.status = 'completed' and b.viewer_id is not null
    group by b.viewer_id having count(distinct b.start_at) > 1) back) as returning_viewers,
  -- Of the last half year, and of three answers at least.
  (select percentile_cont(0.5) within group (order by a.seconds)::int from private.statistics_answers a
   where a.streamer_id = s.id and a.day > (now() - interval '180 days')::date having count(*) >= 3) as answer_seconds,
  (select array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
     count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::int[]
   from public.reviews r where r.streamer_id = s.id and r.hidden_at is null) as ratings
from public.streamers s
where private.is_visible_streamer(s.id);

comment on view public.streamer_facts is 'Sessions held, viewers who came back, the usual time to answer a request in seconds, and how many reviews gave one to five stars.';

revoke all on public.streamer_facts from public, anon, authenticated, service_role;
grant select on public.streamer_facts to anon, authenticated, service_role;
