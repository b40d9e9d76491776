comment on column public.date_exceptions.ranges is 'Open hours of the date, in minutes from its local midnight; empty: closed. @type WallRange[] of #product/availability/rules/hours.ts';

comment on table public.date_exceptions is 'The hours of one date, in place of its weekly ones.';
comment on column public.date_exceptions.streamer_id is 'Whose hours.';
comment on column public.date_exceptions.date is 'The date, on the streamer''s wall.';
comment on column public.date_exceptions.note is 'For the streamer alone.';

-- Read by the streamer alone; written by commands, which check the ranges.
alter table public.date_exceptions enable row level security;
revoke all on public.date_exceptions from public, anon, authenticated, service_role;
grant select (streamer_id, date, ranges, note) on public.date_exceptions to authenticated;
grant select, insert, update, delete on public.date_exceptions to service_role;

drop policy if exists date_exceptions_read_own on public.date_exceptions;
create policy date_exceptions_read_own on public.date_exceptions for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.date_exceptions', deletes => false);

create or replace trigger mark_free_times_insert after insert on public.date_exceptions
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.date_exceptions is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.date_exceptions
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.date_exceptions is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.date_exceptions
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.date_exceptions is 'What changes when a streamer is free marks them to be computed again.';
