-- The streamer's own, once they showed the second factor that they have, and admins.
alter table public.payout_accounts enable row level security;
revoke all on public.payout_accounts from public, anon, authenticated, service_role;
grant select (streamer_id, provider, charges_enabled, payouts_enabled, requirements_due, created_at, updated_at)
  on public.payout_accounts to authenticated;
grant select, insert, update, delete on public.payout_accounts to service_role;

drop policy if exists payout_accounts_read_own on public.payout_accounts;
create policy payout_accounts_read_own on public.payout_accounts for select to authenticated
using ((streamer_id = (select auth.uid()) and (select private.has_shown_factor())) or (select private.is_of_team('{finance}')));
