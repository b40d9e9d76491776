-- What was done in a room by its host: for admins, and for the person who did it or had it done to them. Written by conference/moderate-room and
-- conference/enter-room alone.
alter table public.room_acts enable row level security;
revoke all on public.room_acts from public, anon, authenticated, service_role;
grant select (id, session_id, at, actor_side, act, target_id) on public.room_acts to authenticated;
grant select, insert on public.room_acts to service_role;

drop policy if exists room_acts_read_own on public.room_acts;
create policy room_acts_read_own on public.room_acts for select to authenticated
using (actor_id = (select auth.uid()) or target_id = (select auth.uid()) or (select private.is_of_team('{support,moderation,finance}')));
