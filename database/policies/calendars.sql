-- The streamer's own; the address is a secret that even an admin does not need. Written by commands and the import.
alter table public.calendars enable row level security;
revoke all on public.calendars from public, anon, authenticated, service_role;
grant select (id, streamer_id, label, url, state, last_error, busy_count, skipped_count, failures, failing_since,
  last_fetched_at, last_success_at, next_fetch_at, created_at, channel_provider, unread) on public.calendars to authenticated;
grant select, insert, update, delete on public.calendars to service_role;

drop policy if exists calendars_read_own on public.calendars;
create policy calendars_read_own on public.calendars for select to authenticated
using (streamer_id = (select auth.uid()));
