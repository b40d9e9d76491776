-- The streamer's own, and admins.
alter table public.billing_mandates enable row level security;
revoke all on public.billing_mandates from public, anon, authenticated, service_role;
grant select (streamer_id, accepted_at, version) on public.billing_mandates to authenticated;
grant select on public.billing_mandates to service_role;

drop policy if exists billing_mandates_read on public.billing_mandates;
create policy billing_mandates_read on public.billing_mandates for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

drop policy if exists billing_mandates_not_by_another on public.billing_mandates;
create policy billing_mandates_not_by_another on public.billing_mandates as restrictive for select to authenticated using (not (select private.another_looks()));
