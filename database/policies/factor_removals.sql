-- A person sees how their own request stands, also before they have shown a second factor; support sees the open ones. All is written by commands.
alter table public.factor_removals enable row level security;
revoke all on public.factor_removals from public, anon, authenticated, service_role;
grant select (id, person_id, words, state, asked_at, takes_effect_at, ended_at) on public.factor_removals to authenticated;
grant select, insert, update, delete on public.factor_removals to service_role;

drop policy if exists factor_removals_read on public.factor_removals;
create policy factor_removals_read on public.factor_removals for select to authenticated
using (person_id = (select auth.uid()) or (select private.is_of_team('{support}')));

revoke all on public.admin_factor_removals from public, anon, authenticated, service_role;
grant select on public.admin_factor_removals to authenticated, service_role;
