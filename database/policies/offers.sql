-- Everybody reads the active offers of a visible streamer; the streamer reads all of theirs. Offers are archived, never deleted, because
-- bookings refer to them. One that the team hid can be changed and, by a constraint, not brought back; one that it took away cannot be changed.
alter table public.offers enable row level security;
revoke all on public.offers from public, anon, authenticated, service_role;
grant select (id, streamer_id, title, description, category, duration_minutes, price_cents, seats, confirmation, policy,
  questions, position, is_active, archived_at, revision, created_at, updated_at, step_minutes, buffer_before_minutes,
  buffer_after_minutes, notice_minutes, own_hours, withdrawn_at, opened_at, adults_only) on public.offers to anon, authenticated;
grant select (removed_at) on public.offers to authenticated;
grant insert (streamer_id, title, description, category, duration_minutes, price_cents, seats, confirmation, policy,
  questions, position, is_active, step_minutes, buffer_before_minutes, buffer_after_minutes, notice_minutes, own_hours, adults_only) on public.offers to authenticated;
grant update (title, description, category, duration_minutes, price_cents, seats, confirmation, policy, questions, position,
  is_active, archived_at, step_minutes, buffer_before_minutes, buffer_after_minutes, notice_minutes, own_hours, adults_only) on public.offers to authenticated;
grant select, insert, update, delete on public.offers to service_role;

drop policy if exists offers_read_visible on public.offers;
create policy offers_read_visible on public.offers for select to anon, authenticated
using (is_active and archived_at is null and private.is_visible_streamer(streamer_id));

drop policy if exists offers_read_own on public.offers;
create policy offers_read_own on public.offers for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists offers_insert_own on public.offers;
create policy offers_insert_own on public.offers for insert to authenticated
with check (streamer_id = (select auth.uid()));

drop policy if exists offers_update_own on public.offers;
create policy offers_update_own on public.offers for update to authenticated
using (streamer_id = (select auth.uid()) and removed_at is null) with check (streamer_id = (select auth.uid()));
