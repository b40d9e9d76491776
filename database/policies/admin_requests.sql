-- A person sees what became of their own request; admins see all. Asking happens at sign-up, deciding is a command.
alter table public.admin_requests enable row level security;
revoke all on public.admin_requests from public, anon, authenticated, service_role;
grant select (id, person_id, state, created_at, decided_by, decided_at, reason)
  on public.admin_requests to authenticated;
grant select, insert, update, delete on public.admin_requests to service_role;

drop policy if exists admin_requests_read_own on public.admin_requests;
create policy admin_requests_read_own on public.admin_requests for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists admin_requests_read_as_admin on public.admin_requests;
create policy admin_requests_read_as_admin on public.admin_requests for select to authenticated
using ((select private.is_of_team('{}')));
