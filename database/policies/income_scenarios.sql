-- Each person reads and writes their own scenarios.
alter table public.income_scenarios enable row level security;
revoke all on public.income_scenarios from public, anon, authenticated, service_role;
grant select (person_id, place, name, address, created_at), insert (person_id, place, name, address), delete
  on public.income_scenarios to authenticated;
grant select, insert, update, delete on public.income_scenarios to service_role;

drop policy if exists income_scenarios_own on public.income_scenarios;
create policy income_scenarios_own on public.income_scenarios for all to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
