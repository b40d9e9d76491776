-- The public reads reviews through streamer_reviews; this table lets people read the reviews they wrote and those about themselves, unless the team hid them.
-- Written by commands.
alter table public.reviews enable row level security;
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select (id, booking_id, streamer_id, viewer_id, rating, body, created_at, answer, answered_at, hidden_at, removed_at)
  on public.reviews to authenticated;
grant select, insert, update on public.reviews to service_role;

drop policy if exists reviews_read_own on public.reviews;
create policy reviews_read_own on public.reviews for select to authenticated
using (viewer_id = (select auth.uid()) or (streamer_id = (select auth.uid()) and hidden_at is null) or (select private.is_admin()));
