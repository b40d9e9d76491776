-- A film can be reported alone, as a picture can.
alter table public.moderation_cases drop constraint moderation_cases_subject_kind_check,
  add constraint moderation_cases_subject_kind_check check (subject_kind in ('profile', 'picture', 'film', 'offer', 'review', 'message', 'session'));
