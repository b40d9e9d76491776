-- Its two people and admins read a booking. Nobody writes one but the commands. The answers are read in booking_details,
-- which shows them to fewer: the grant of a column cannot tell the roles within the team apart.
alter table public.bookings enable row level security;
revoke all on public.bookings from public, anon, authenticated, service_role;
grant select (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation, price_cents,
  fee_basis_points, settings_version, policy, questions, viewer_zone, streamer_zone, buffer_before_minutes,
  buffer_after_minutes, duration_minutes, start_at, end_at, agreed_start_at, reschedules, revision, status, held_at, paying,
  extended, confirmed_at, answer_by, proposed_start_at, proposal_answer_by, proposal_note, ended_at, cause, refund_cents,
  delivered_minutes, reason, created_at, updated_at) on public.bookings to authenticated;
grant select, insert, update on public.bookings to service_role;

drop policy if exists bookings_read_own on public.bookings;
create policy bookings_read_own on public.bookings for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));
