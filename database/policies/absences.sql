-- The streamer alone sees their absences and the reason; others see that nothing is free, and until when. Written by commands.
alter table public.absences enable row level security;
revoke all on public.absences from public, anon, authenticated, service_role;
grant select (id, streamer_id, first_date, last_date, reason, created_at) on public.absences to authenticated;
grant select, insert, update, delete on public.absences to service_role;

drop policy if exists absences_read_own on public.absences;
create policy absences_read_own on public.absences for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));
