comment on table public.travels is 'Days whose hours are meant on the wall clock of another zone.';
comment on column public.travels.id is 'The travel.';
comment on column public.travels.streamer_id is 'Who travels.';
comment on column public.travels.zone is 'IANA zone of the place.';
comment on column public.travels.first_date is 'The first day whose hours are those of the place.';
comment on column public.travels.last_date is 'The last one, included.';

-- Read by the streamer alone, others see slots. Written with the hours as a whole by the command
-- availability/set-hours.
alter table public.travels enable row level security;
revoke all on public.travels from public, anon, authenticated, service_role;
grant select (id, streamer_id, zone, first_date, last_date) on public.travels to authenticated;
grant select, insert, update, delete on public.travels to service_role;

drop policy if exists travels_read_own on public.travels;
create policy travels_read_own on public.travels for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.travels', deletes => false);

create or replace trigger mark_free_times_insert after insert on public.travels
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.travels is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.travels
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.travels is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.travels
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.travels is 'What changes when a streamer is free marks them to be computed again.';
