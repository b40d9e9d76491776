-- Read by the streamer alone, others see slots. Written with the hours as a whole by the command availability/set-hours.
alter table public.travels enable row level security;
revoke all on public.travels from public, anon, authenticated, service_role;
grant select (id, streamer_id, zone, first_date, last_date) on public.travels to authenticated;
grant select, insert, update, delete on public.travels to service_role;

drop policy if exists travels_read_own on public.travels;
create policy travels_read_own on public.travels for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));
