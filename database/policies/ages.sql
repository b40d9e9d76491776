-- A person reads their own age. Commands and the trigger of sign-up write it.
alter table public.ages enable row level security;
revoke all on public.ages from public, anon, authenticated, service_role;
grant select (person_id, birth_date, declared_at) on public.ages to authenticated;
grant select, insert, update, delete on public.ages to service_role;

drop policy if exists ages_read_own on public.ages;
create policy ages_read_own on public.ages for select to authenticated
using (person_id = (select auth.uid()));
