-- A person reads their own profile, may insert it where it is missing, and may change their names and picture; admins read all. Nobody deletes here:
-- a profile goes with its account. The role has no grant to be changed, which is a command; in a new row a trigger gives it.
alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated, service_role;
grant select (id, role, first_name, last_name, avatar_url, created_at, updated_at) on public.profiles to authenticated;
grant insert (id, role, first_name, last_name, avatar_url) on public.profiles to authenticated;
grant update (first_name, last_name, avatar_url) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

drop policy if exists profiles_read_own on public.profiles;
create policy profiles_read_own on public.profiles for select to authenticated
using (id = (select auth.uid()));

drop policy if exists profiles_read_as_admin on public.profiles;
create policy profiles_read_as_admin on public.profiles for select to authenticated
using ((select private.is_admin()));

drop policy if exists profiles_insert_own on public.profiles;
create policy profiles_insert_own on public.profiles for insert to authenticated with check (id = (select auth.uid()));

drop policy if exists profiles_update_own on public.profiles;
create policy profiles_update_own on public.profiles for update to authenticated
using (id = (select auth.uid())) with check (id = (select auth.uid()));
