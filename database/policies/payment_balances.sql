-- A streamer's own, and admins. What a payout is made of is read with the payout.
alter table public.payment_balances enable row level security;
revoke all on public.payment_balances from public, anon, authenticated, service_role;
grant select (payment_id, booking_id, streamer_id, captured_cents, returned_cents, disputed_cents, fee_cents, borne_cents, pending_cents,
  available_cents, in_transit_cents, banked_cents, available_since) on public.payment_balances to authenticated;
grant select on public.payment_balances to service_role;

drop policy if exists payment_balances_read_own on public.payment_balances;
create policy payment_balances_read_own on public.payment_balances for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

alter table public.payout_parts enable row level security;
revoke all on public.payout_parts from public, anon, authenticated, service_role;
grant select (payout_id, payment_id, amount_cents) on public.payout_parts to authenticated;
grant select, insert on public.payout_parts to service_role;

drop policy if exists payout_parts_read_own on public.payout_parts;
create policy payout_parts_read_own on public.payout_parts for select to authenticated
using ((select private.is_of_team('{finance}')) or payout_id in (select p.id from public.payouts p where p.streamer_id = (select auth.uid())));

revoke all on public.streamer_postings from public, anon, authenticated, service_role;
grant select on public.streamer_postings to authenticated, service_role;
