-- Pictures are stored here now. One of another site would tell that site who looks at it, so none is taken any more.
update public.profiles set avatar_url = null where avatar_url like 'https:%';
update public.streamers set banner_url = null where banner_url like 'https:%';
alter table public.profiles drop constraint profiles_avatar_url_check, add constraint profiles_avatar_url_check
  check (avatar_url ~ '^/[^/\s\\][^\s\\]*$' and char_length(avatar_url) <= 2048);
alter table public.streamers drop constraint streamers_banner_url_check, add constraint streamers_banner_url_check
  check (banner_url ~ '^/[^/\s\\][^\s\\]*$' and char_length(banner_url) <= 2048);
