-- A picture can be reported alone, and is found by its own name whosever folder it lies in.
alter table public.moderation_cases drop constraint moderation_cases_subject_kind_check,
  add constraint moderation_cases_subject_kind_check check (subject_kind in ('profile', 'picture', 'offer', 'review', 'message', 'session'));
create index objects_picture_idx on storage.objects (split_part(name, '/', 2)) where bucket_id in ('avatars', 'covers', 'gallery');
