-- A page whose name is read as another's, by letters that look alike, is told to moderation (domain/moderation/signals.ts).
alter table public.moderation_cases drop constraint moderation_cases_signal_check,
  add constraint moderation_cases_signal_check
    check (signal in ('contact_in_message', 'contact_in_profile', 'name_of_another', 'no_shows', 'disputes', 'refusals', 'reports'));
-- Pages that are there already are read once for it.
insert into private.unread_texts (kind, subject_id) select 'profile', s.id::text from public.streamers s;
