-- A minor sees who answers for them, and how it stands. Commands write it; the secrets of the mails are for the server alone.
alter table public.guardianships enable row level security;
revoke all on public.guardianships from public, anon, authenticated, service_role;
grant select (id, person_id, email, guardian_name, monthly_cents, state, asked_at, expires_at, confirmed_at, ended_at, told_at) on public.guardianships to authenticated;
grant select, insert, update, delete on public.guardianships to service_role;

drop policy if exists guardianships_read_own on public.guardianships;
create policy guardianships_read_own on public.guardianships for select to authenticated
using (person_id = (select auth.uid()));

revoke all on private.guardian_links from public, anon, authenticated, service_role;
