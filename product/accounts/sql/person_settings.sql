comment on table public.person_settings is
  'How a person wants to be told, and in which zone they read the time. No row: the defaults.';
comment on column public.person_settings.person_id is 'The person.';
comment on column public.person_settings.zone is 'IANA zone; null: that of the device.';
comment on column public.person_settings.reminder_mails is 'Wants mails before a session.';
comment on column public.person_settings.waiting_list_mails is 'Wants a mail when a waiting list opens.';
comment on column public.person_settings.message_mails is 'Wants mails about unread messages.';
comment on column public.person_settings.initial_on_stream is 'Lets streamers show their initial on the stream when they take a place.';
comment on column public.person_settings.updated_at is 'Last change; kept by a trigger.';

-- Each person reads and writes their own.
alter table public.person_settings enable row level security;
revoke all on public.person_settings from public, anon, authenticated, service_role;
grant select (person_id, zone, reminder_mails, waiting_list_mails, message_mails, initial_on_stream, updated_at),
  insert (person_id, zone, reminder_mails, waiting_list_mails, message_mails, initial_on_stream),
  -- The key column is granted too, because an upsert sets every column it was given.
  update (person_id, zone, reminder_mails, waiting_list_mails, message_mails, initial_on_stream) on public.person_settings to authenticated;
grant select, insert, update, delete on public.person_settings to service_role;

drop policy if exists person_settings_own on public.person_settings;
create policy person_settings_own on public.person_settings for all to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));

create or replace trigger touch_updated_at before update on public.person_settings
for each row execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.person_settings is 'updated_at follows every change.';
