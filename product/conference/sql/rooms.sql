-- The room of a session: who was let in, what was written, what the host did.

comment on table private.rooms is 'The room of a session, from the first time somebody came in.';
comment on column private.rooms.session_id is 'The session.';
comment on column private.rooms.engine is 'What carries its media: p2p, embedded or janus.';
comment on column private.rooms.epoch is 'Rises when its media are built again.';
comment on column private.rooms.opened_at is 'When somebody first came in.';
comment on column private.rooms.home is 'The process that carries an embedded room: the key of the advisory lock that it holds while it lives. Null: none yet.';
comment on column private.rooms.lobby_on is 'A person who comes for the first time waits until the streamer lets them in.';
comment on column private.rooms.ended_at is 'When it was ended for everybody; null: it was not.';
comment on column private.rooms.ended_by is 'By which side: streamer or admin. That side opens it again by coming back.';

-- The server's own: commands tell who was let in.
revoke all on private.rooms from public, anon, authenticated, service_role;

-- The private channel of a room, over which its participants set up their media: for those whom
-- conference/enter-room let in.
drop policy if exists rooms_listen on realtime.messages;
create policy rooms_listen on realtime.messages for select to authenticated
using (extension in ('broadcast', 'presence') and private.may_use_room((select realtime.topic())));
drop policy if exists rooms_send on realtime.messages;
create policy rooms_send on realtime.messages for insert to authenticated
with check (extension in ('broadcast', 'presence') and private.may_use_room((select realtime.topic())));

-- Whether the caller is one of the two sides of an agreed session, and may therefore see what is
-- kept with it. A viewer of a group session whose seat was cancelled before the start no longer
-- counts, since the others go on without them. It runs with its owner's rights, so that a policy of
-- any schema may call it.
create or replace function private.is_of_session(session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bookings b where b.session_id = session and b.confirmed_at is not null
    and (b.streamer_id = auth.uid() or b.viewer_id = auth.uid() and (b.ended_at is null or b.ended_at > b.start_at)))
$$;
revoke execute on function private.is_of_session(uuid) from public;
grant execute on function private.is_of_session(uuid) to authenticated, service_role;

comment on function private.is_of_session(uuid) is 'Whether the caller is one of the two sides of a session that was agreed on.';

-- Whether the caller was let into the room of a topic (`room:<session id>`) and has not left it;
-- the policies of private channels call this. People in the lobby are not in the room yet. A
-- participant who only went silent keeps both place and channel; when nobody may come back, the
-- server ends both. For any other topic the answer is no.
create or replace function private.may_use_room(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.admissions a
    where 'room:' || a.session_id = topic and a.person_id = auth.uid() and a.ended_at is null and not a.waiting)
$$;
revoke execute on function private.may_use_room(text) from public;
grant execute on function private.may_use_room(text) to authenticated;

comment on function private.may_use_room(text) is 'Whether the caller is in the room of a realtime topic room:<session id>.';

create or replace view public.admin_live_rooms with (security_barrier) as
select r.session_id, r.engine, r.opened_at, b.id as booking_id, b.title, b.start_at, b.end_at,
  count(*) filter (where not a.waiting)::int as people, count(*) filter (where a.waiting)::int as waiting,
  count(*) filter (where a.line_quality = 'good')::int as good, count(*) filter (where a.line_quality = 'fair')::int as fair,
  count(*) filter (where a.line_quality = 'poor')::int as poor
from private.admissions a
join private.rooms r on r.session_id = a.session_id
join lateral (select o.id, o.title, o.start_at, o.end_at from public.bookings o where o.session_id = r.session_id
  order by o.seat, o.id limit 1) b on true
where a.ended_at is null and ((select private.is_admin()) or current_user = 'service_role')
group by r.session_id, r.engine, r.opened_at, b.id, b.title, b.start_at, b.end_at;
comment on view public.admin_live_rooms is 'Rooms in which somebody is now, and how good their lines are, for the admin.';

revoke all on public.admin_live_rooms from public, anon, authenticated, service_role;
grant select on public.admin_live_rooms to authenticated, service_role;
