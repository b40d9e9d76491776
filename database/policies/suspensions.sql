-- A person sees the suspensions of their own account once they are over (during one they see nothing at all); those of
-- the team who answer or decide about people see all, the reason with them. Suspending and restoring are commands.
alter table public.suspensions enable row level security;
revoke all on public.suspensions from public, anon, authenticated, service_role;
grant select (id, person_id, reason, until, created_at, created_by, lifted_at, lifted_by)
  on public.suspensions to authenticated;
grant select, insert, update, delete on public.suspensions to service_role;

drop policy if exists suspensions_read_own on public.suspensions;
create policy suspensions_read_own on public.suspensions for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists suspensions_read_as_admin on public.suspensions;
create policy suspensions_read_as_admin on public.suspensions for select to authenticated
using ((select private.is_of_team('{support,moderation}')));
