-- What an imported calendar says that could not be read is told to its streamer by its reason. Calendars are read anew once, by rules that
-- find more than those before: 'unchanged' is not good enough an answer.
alter table public.calendars add column unread jsonb not null default '[]',
  add constraint calendars_unread_check check (jsonb_typeof(unread) = 'array');
update public.calendars set read_zone = null, next_fetch_at = now();

comment on column public.calendars.unread is 'What could not be read of it and why; no titles. @type StoredUnread[] of #domain/availability/unread-events.ts';
