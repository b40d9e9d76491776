-- Each person reads and writes their own.
alter table public.person_settings enable row level security;
revoke all on public.person_settings from public, anon, authenticated, service_role;
grant select (person_id, zone, reminder_mails, waiting_list_mails, message_mails, updated_at),
  insert (person_id, zone, reminder_mails, waiting_list_mails, message_mails),
  -- The key column is granted too, because an upsert sets every column it was given.
  update (person_id, zone, reminder_mails, waiting_list_mails, message_mails) on public.person_settings to authenticated;
grant select, insert, update, delete on public.person_settings to service_role;

drop policy if exists person_settings_own on public.person_settings;
create policy person_settings_own on public.person_settings for all to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
