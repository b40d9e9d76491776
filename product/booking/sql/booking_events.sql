comment on table public.booking_events is 'Each transition of a booking, once, with who made it. Append-only.';
comment on column public.booking_events.id is 'Rises with each event.';
comment on column public.booking_events.booking_id is 'The booking.';
comment on column public.booking_events.revision is 'The booking''s revision after the event.';
comment on column public.booking_events.at is 'When.';
comment on column public.booking_events.actor is 'viewer, streamer, admin or system.';
comment on column public.booking_events.actor_id is 'The person; null for the system.';
comment on column public.booking_events.type is 'The event of product/booking/rules/events.ts.';
comment on column public.booking_events.from_status is 'The status before the step; null: the booking began with it. @type BookingStatus of #product/booking/rules/booking.ts';
comment on column public.booking_events.to_status is 'The status after the step. @type BookingStatus of #product/booking/rules/booking.ts';

comment on column public.booking_events.detail is 'Further details of the event. @type Record<string, Json>';

-- The history of a booking, for the person who may read the booking.
alter table public.booking_events enable row level security;
revoke all on public.booking_events from public, anon, authenticated, service_role;
grant select (id, booking_id, revision, at, actor, type, from_status, to_status, detail) on public.booking_events to authenticated;
grant select, insert on public.booking_events to service_role;

drop policy if exists booking_events_read_own on public.booking_events;
create policy booking_events_read_own on public.booking_events for select to authenticated
using (exists (select from public.bookings b where b.id = booking_id));

create or replace trigger append_only before update or delete on public.booking_events
for each row execute function private.refuse_change();
comment on trigger append_only on public.booking_events is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.booking_events
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.booking_events is 'Append-only: what was written stays.';
