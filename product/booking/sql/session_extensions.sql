comment on table public.session_extensions is
  'Each offer to prolong a session beyond what was booked, and what became of it (product/booking/rules/extension.ts).';
comment on column public.session_extensions.id is 'The extension.';
comment on column public.session_extensions.booking_id is 'The booking that it prolongs.';
comment on column public.session_extensions.side is 'Who offered it: viewer or streamer.';
comment on column public.session_extensions.minutes is 'By how many minutes.';
comment on column public.session_extensions.price_cents is 'For how much, in euro cents; 0: free.';
comment on column public.session_extensions.state is 'offered, accepted, paying, done, refused or failed.';
comment on column public.session_extensions.reason is 'Of refused and failed ones: why.';
comment on column public.session_extensions.payment_id is 'The payment of its own; null for a free session, or before somebody began to pay.';
comment on column public.session_extensions.offered_at is 'When it was offered.';
comment on column public.session_extensions.accepted_at is 'When the other side accepted.';
comment on column public.session_extensions.until_at is 'Until when it may be answered, and then paid.';
comment on column public.session_extensions.ended_at is 'When it was done, refused or failed.';

-- The people of a booking and admins see what was agreed on in its room. Written by the commands
-- alone; the payment stays with the payments.
alter table public.session_extensions enable row level security;
revoke all on public.session_extensions from public, anon, authenticated, service_role;
grant select (id, booking_id, side, minutes, price_cents, state, reason, offered_at, accepted_at, until_at, ended_at)
  on public.session_extensions to authenticated;
grant select, insert, update on public.session_extensions to service_role;

drop policy if exists session_extensions_read_own on public.session_extensions;
create policy session_extensions_read_own on public.session_extensions for select to authenticated
using (exists (select from public.bookings b where b.id = booking_id));
