-- The history of a booking, for the person who may read the booking.
alter table public.booking_events enable row level security;
revoke all on public.booking_events from public, anon, authenticated, service_role;
grant select (id, booking_id, revision, at, actor, type, from_status, to_status, detail) on public.booking_events to authenticated;
grant select, insert on public.booking_events to service_role;

drop policy if exists booking_events_read_own on public.booking_events;
create policy booking_events_read_own on public.booking_events for select to authenticated
using (exists (select from public.bookings b where b.id = booking_id));
