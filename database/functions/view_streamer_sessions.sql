-- A streamer's sessions, one row each: the seats of a group are one session to them. Holds that nobody paid for are left out. It reads
-- with its owner's rights, as booking_details does, and each streamer finds their own sessions and nothing else.
create or replace view public.streamer_sessions with (security_barrier) as
select
  b.session_id,
  b.streamer_id,
  (array_agg(b.offer_id order by b.start_at, b.id))[1] as offer_id,
  min(b.start_at) as start_at,
  case
    when bool_or(b.status in ('requested', 'confirmed', 'in_progress')) then 'coming'
    when bool_or(b.status in ('completed', 'viewer_no_show', 'streamer_no_show')) then 'past'
    else 'cancelled'
  end as phase,
  private.search_text(concat_ws(' ', min(b.title), string_agg(private.abbreviated_name(v.first_name, v.last_name), ' '),
    string_agg('billet ' || left(b.id::text, 8), ' '))) as search
from public.bookings b
left join public.profiles v on v.id = b.viewer_id
where b.streamer_id = (select auth.uid()) and b.status <> 'held'
  and (b.cause is null or b.cause not in ('hold_lapsed', 'hold_released'))
group by b.session_id, b.streamer_id;

comment on view public.streamer_sessions is 'A streamer''s own sessions, a row each: the seats of a group are one.';
comment on column public.streamer_sessions.phase is 'coming while a seat is asked for or agreed, past once one was held, else cancelled. @type ''coming'' | ''past'' | ''cancelled''';
