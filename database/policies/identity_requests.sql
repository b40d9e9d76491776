-- The streamer's own, and admins.
alter table public.identity_requests enable row level security;
revoke all on public.identity_requests from public, anon, authenticated, service_role;
grant select (streamer_id, year, sessions, credited_cents, asked_at, reminded_at, reminded_again_at, waits_from, completed_at)
  on public.identity_requests to authenticated;
grant select on public.identity_requests to service_role;

drop policy if exists identity_requests_read on public.identity_requests;
create policy identity_requests_read on public.identity_requests for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));
