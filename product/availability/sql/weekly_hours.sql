comment on column public.weekly_hours.weekday is 'Monday is 1. @type Weekday of #product/shared/time/local-date.ts';

comment on table public.weekly_hours is 'Weekly opening hours on the streamer''s wall clock.';
comment on column public.weekly_hours.id is 'The range.';
comment on column public.weekly_hours.streamer_id is 'Whose hours.';
comment on column public.weekly_hours.from_minute is 'Minutes from midnight.';
comment on column public.weekly_hours.to_minute is 'Minutes from the same midnight; past 1440 it runs into the next day.';

-- Read by the streamer alone, others see slots. Written as a whole by the command
-- availability/set-hours.
alter table public.weekly_hours enable row level security;
revoke all on public.weekly_hours from public, anon, authenticated, service_role;
grant select (id, streamer_id, weekday, from_minute, to_minute) on public.weekly_hours to authenticated;
grant select, insert, update, delete on public.weekly_hours to service_role;

drop policy if exists weekly_hours_read_own on public.weekly_hours;
create policy weekly_hours_read_own on public.weekly_hours for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.weekly_hours', deletes => false);

create or replace trigger mark_free_times_insert after insert on public.weekly_hours
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.weekly_hours is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.weekly_hours
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.weekly_hours is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.weekly_hours
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.weekly_hours is 'What changes when a streamer is free marks them to be computed again.';
