comment on table public.busy_times is 'A stretch that an imported calendar, or the streamer by hand, takes from the open hours.';
comment on column public.busy_times.id is 'Rises with each import.';
comment on column public.busy_times.calendar_id is 'Where it comes from; null: blocked by hand.';
comment on column public.busy_times.streamer_id is 'Whose time it takes.';
comment on column public.busy_times.starts_at is 'First instant.';
comment on column public.busy_times.ends_at is 'First instant after it.';
comment on column public.busy_times.note is 'Why it was blocked, for the streamer alone; empty for what was imported.';

-- When the streamer is busy elsewhere: only they may see it. Written by the import, and by the
-- command that blocks time.
alter table public.busy_times enable row level security;
revoke all on public.busy_times from public, anon, authenticated, service_role;
grant select (id, calendar_id, streamer_id, starts_at, ends_at, note) on public.busy_times to authenticated;
grant select, insert, update, delete on public.busy_times to service_role;

drop policy if exists busy_times_read_own on public.busy_times;
create policy busy_times_read_own on public.busy_times for select to authenticated
using (streamer_id = (select auth.uid()));

drop policy if exists busy_times_not_by_another on public.busy_times;
create policy busy_times_not_by_another on public.busy_times as restrictive for select to authenticated using (not (select private.another_looks()));

create or replace trigger mark_free_times_insert after insert on public.busy_times
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.busy_times is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.busy_times
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.busy_times is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.busy_times
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.busy_times is 'What changes when a streamer is free marks them to be computed again.';
