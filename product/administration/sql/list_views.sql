-- Each of the team keeps their own, and nobody else has any.
alter table public.list_views enable row level security;
revoke all on public.list_views from public, anon, authenticated, service_role;
grant select (id, person_id, list, name, address, created_at), insert (person_id, list, name, address),
  update (name, address), delete on public.list_views to authenticated;
grant select, insert, update, delete on public.list_views to service_role;

drop policy if exists list_views_own on public.list_views;
create policy list_views_own on public.list_views for all to authenticated
using (person_id = (select auth.uid()) and (select private.is_admin())) with check (person_id = (select auth.uid()) and (select private.is_admin()));
