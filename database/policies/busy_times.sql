-- When the streamer is busy elsewhere: only they may see it. Written by the import, and by the command that blocks time.
alter table public.busy_times enable row level security;
revoke all on public.busy_times from public, anon, authenticated, service_role;
grant select (id, calendar_id, streamer_id, starts_at, ends_at, note) on public.busy_times to authenticated;
grant select, insert, update, delete on public.busy_times to service_role;

drop policy if exists busy_times_read_own on public.busy_times;
create policy busy_times_read_own on public.busy_times for select to authenticated
using (streamer_id = (select auth.uid()));
