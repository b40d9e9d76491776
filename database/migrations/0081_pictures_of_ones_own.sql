-- A path of ours begins with one slash. Browsers read a backslash as a slash, so `/\elsewhere` was a picture of another host, which would
-- learn who looks at it.
update public.profiles set avatar_url = null where avatar_url like '%\\%';
update public.streamers set banner_url = null where banner_url like '%\\%';
alter table public.profiles drop constraint profiles_avatar_url_check, add constraint profiles_avatar_url_check
  check (avatar_url ~ '^(https://[^\s\\]+|/[^/\s\\][^\s\\]*)$' and char_length(avatar_url) <= 2048);
alter table public.streamers drop constraint streamers_banner_url_check, add constraint streamers_banner_url_check
  check (banner_url ~ '^(https://[^\s\\]+|/[^/\s\\][^\s\\]*)$' and char_length(banner_url) <= 2048);
