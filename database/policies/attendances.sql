-- The evidence of a session. A streamer's attendance is read by the people of the session, a viewer's by the streamer and that viewer,
-- all by admins. Written by the server.
alter table public.attendances enable row level security;
revoke all on public.attendances from public, anon, authenticated, service_role;
grant select (id, session_id, person_id, side, place, joined_at, last_seen_at, left_at) on public.attendances to authenticated;
grant select, insert, update on public.attendances to service_role;

drop policy if exists attendances_read_own on public.attendances;
create policy attendances_read_own on public.attendances for select to authenticated
using ((select private.is_of_team('{support,moderation,finance}')) or person_id = (select auth.uid())
  or private.is_of_session(session_id) and (side = 'streamer' or exists (select from public.bookings b
    where b.session_id = attendances.session_id and b.streamer_id = (select auth.uid()))));
