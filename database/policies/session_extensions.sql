-- The people of a booking and admins see what was agreed on in its room. Written by the commands alone; the payment stays with the payments.
alter table public.session_extensions enable row level security;
revoke all on public.session_extensions from public, anon, authenticated, service_role;
grant select (id, booking_id, side, minutes, price_cents, state, reason, offered_at, accepted_at, until_at, ended_at)
  on public.session_extensions to authenticated;
grant select, insert, update on public.session_extensions to service_role;

drop policy if exists session_extensions_read_own on public.session_extensions;
create policy session_extensions_read_own on public.session_extensions for select to authenticated
using (exists (select from public.bookings b where b.id = booking_id));
