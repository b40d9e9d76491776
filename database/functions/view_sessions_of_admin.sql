-- Sessions as the team lists them: one row for each, that of the place which is opened first (one that goes on, else one that took place), with
-- what all its places add up to. A place that was declined, cancelled or never paid is no place of the session: its seat may have been taken again.
-- It reads admin_sessions, and so is empty for anybody who may not read that.
create or replace view public.admin_session_rows with (security_barrier) as
select
  s.id, s.session_id, s.start_at, s.streamer_id, s.streamer_name, s.viewer_name, s.title, s.status, s.seats,
  (select count(*)::int from public.bookings o where o.session_id = s.session_id
    and o.status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')) as places,
  case s.seats when 1 then s.price_cents else (select sum(o.price_cents)::int from public.bookings o where o.session_id = s.session_id
    and o.status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')) end as price_cents,
  concat_ws(' ', s.search, (select string_agg(o.search, ' ') from public.admin_sessions o
    where s.seats > 1 and o.session_id = s.session_id and o.id <> s.id)) as search,
  case s.seats when 1 then array[s.status] else (select array_agg(distinct o.status) from public.bookings o
    where o.session_id = s.session_id) end as statuses
from public.admin_sessions s
where s.seats = 1 or s.id = (
  select o.id from public.bookings o where o.session_id = s.session_id
  order by array_position(array['in_progress', 'confirmed', 'requested', 'held', 'completed', 'viewer_no_show', 'streamer_no_show',
    'cancelled_by_viewer', 'cancelled_by_streamer', 'cancelled_by_admin', 'declined', 'expired'], o.status), o.seat, o.id limit 1);

comment on view public.admin_session_rows is 'Sessions with what their places add up to, for the team.';
