comment on column public.calendars.unread is 'What could not be read of it and why; no titles. @type StoredUnread[] of #product/availability/rules/unread-events.ts';

comment on table public.calendars is 'A calendar elsewhere whose busy times close starts here.';
comment on column public.calendars.id is 'The calendar.';
comment on column public.calendars.streamer_id is 'Whose calendar.';
comment on column public.calendars.label is 'Its name here.';
comment on column public.calendars.url is 'Its secret iCal address. Only its streamer reads it.';
comment on column public.calendars.state is 'pending, working or broken.';
comment on column public.calendars.last_error is 'A code of product/availability/rules/calendar-problems.ts, never what the other server said.';
comment on column public.calendars.etag is 'What the other server called the last version, for the next conditional request.';
comment on column public.calendars.last_modified is 'The same, by date.';
comment on column public.calendars.busy_count is 'Busy times that were imported.';
comment on column public.calendars.skipped_count is 'Events that could not be read.';
comment on column public.calendars.failures is 'Attempts in a row that failed.';
comment on column public.calendars.failing_since is 'The first of them.';
comment on column public.calendars.warned_at is 'When the streamer was told by mail that it fails.';
comment on column public.calendars.last_fetched_at is 'The last attempt.';
comment on column public.calendars.last_success_at is 'The last attempt that succeeded, unchanged ones included.';
comment on column public.calendars.next_fetch_at is 'When it is due again.';
comment on column public.calendars.created_at is 'When it was added.';
comment on column public.calendars.read_at is 'When it was last read whole.';
comment on column public.calendars.read_zone is 'The zone of the streamer at that moment: after a move it is read again even when it is unchanged.';

-- The streamer's own; the address is a secret that even an admin does not need. Written by commands
-- and the import.
alter table public.calendars enable row level security;
revoke all on public.calendars from public, anon, authenticated, service_role;
grant select (id, streamer_id, label, url, state, last_error, busy_count, skipped_count, failures, failing_since,
  last_fetched_at, last_success_at, next_fetch_at, created_at, channel_provider, unread) on public.calendars to authenticated;
grant select, insert, update, delete on public.calendars to service_role;

drop policy if exists calendars_read_own on public.calendars;
create policy calendars_read_own on public.calendars for select to authenticated
using (streamer_id = (select auth.uid()));

drop policy if exists calendars_not_by_another on public.calendars;
create policy calendars_not_by_another on public.calendars as restrictive for select to authenticated using (not (select private.another_looks()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.calendars', deletes => false);

comment on table private.calendar_feeds is 'The private iCal feed of a person''s bookings.';
comment on column private.calendar_feeds.person_id is 'Whose feed.';
comment on column private.calendar_feeds.token_hash is 'SHA-256 of the secret in its address.';
comment on column private.calendar_feeds.created_at is 'When the address was made.';

-- The server's own: no client reaches these.
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;
