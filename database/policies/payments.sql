-- The viewer who paid, the streamer who is paid, and admins. The provider's references stay with the server.
alter table public.payments enable row level security;
revoke all on public.payments from public, anon, authenticated, service_role;
grant select (id, booking_id, viewer_id, streamer_id, kind, provider, state, amount_cents, fee_basis_points, settings_version,
  captured_cents, refunded_cents, disputed_cents, failure, authorised_at, captured_at, release_due_at, released_at,
  created_at, updated_at) on public.payments to authenticated;
grant select, insert, update on public.payments to service_role;

drop policy if exists payments_read_own on public.payments;
create policy payments_read_own on public.payments for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));
