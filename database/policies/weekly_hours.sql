-- Read by the streamer alone, others see slots. Written as a whole by the command availability/set-hours.
alter table public.weekly_hours enable row level security;
revoke all on public.weekly_hours from public, anon, authenticated, service_role;
grant select (id, streamer_id, weekday, from_minute, to_minute) on public.weekly_hours to authenticated;
grant select, insert, update, delete on public.weekly_hours to service_role;

drop policy if exists weekly_hours_read_own on public.weekly_hours;
create policy weekly_hours_read_own on public.weekly_hours for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));
