comment on table public.absences is 'Days on which a streamer is absent: closed, whatever their week and dates say.';
comment on column public.absences.id is 'The absence.';
comment on column public.absences.streamer_id is 'Who is absent.';
comment on column public.absences.first_date is 'The first day, on the streamer''s wall.';
comment on column public.absences.last_date is 'The last day, included.';
comment on column public.absences.reason is 'Why; for the streamer alone.';
comment on column public.absences.created_at is 'When it was said.';

-- The streamer alone sees their absences and the reason; others see that nothing is free, and until
-- when. Written by commands.
alter table public.absences enable row level security;
revoke all on public.absences from public, anon, authenticated, service_role;
grant select (id, streamer_id, first_date, last_date, reason, created_at) on public.absences to authenticated;
grant select, insert, update, delete on public.absences to service_role;

drop policy if exists absences_read_own on public.absences;
create policy absences_read_own on public.absences for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.absences', deletes => false);

create or replace trigger mark_free_times_insert after insert on public.absences
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.absences is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.absences
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.absences is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.absences
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.absences is 'What changes when a streamer is free marks them to be computed again.';
