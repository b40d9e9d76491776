-- The team reads who may do what in it. Written by administration/set-team-roles, and with the profile's role.
alter table public.team_roles enable row level security;
revoke all on public.team_roles from public, anon, authenticated, service_role;
grant select (person_id, role, granted_at) on public.team_roles to authenticated;
grant select, insert, update, delete on public.team_roles to service_role;

drop policy if exists team_roles_read on public.team_roles;
create policy team_roles_read on public.team_roles for select to authenticated
using ((select private.is_admin()));
revoke all on public.admin_team from public, anon, authenticated, service_role;
grant select on public.admin_team to authenticated, service_role;
