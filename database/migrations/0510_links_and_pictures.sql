-- A link leads where its name says: « Twitch » to Twitch, and none to a host behind a name and a password. Which hosts each platform has stands in
-- product/discovery/rules/link-platforms.ts, from which the database's check is written; what does not hold it is a lie, and goes.
update public.streamer_links
set url = lower(substring(url from '^https://[^/?#]*')) || substr(url, length(substring(url from '^https://[^/?#]*')) + 1)
where url ~ '^https://[^/?#]*[A-Z]';
delete from public.streamer_links where not (url ~ case platform
  when 'twitch' then '^https://(?:(?:www|m)\.)?twitch\.tv(?:[/?#][^\s\\]*)?$'
  when 'youtube' then '^https://(?:(?:(?:www|m)\.)?youtube\.com|youtu\.be)(?:[/?#][^\s\\]*)?$'
  when 'kick' then '^https://(?:www\.)?kick\.com(?:[/?#][^\s\\]*)?$'
  when 'tiktok' then '^https://(?:(?:www|m|vm)\.)?tiktok\.com(?:[/?#][^\s\\]*)?$'
  when 'instagram' then '^https://(?:(?:www\.)?instagram\.com|instagr\.am)(?:[/?#][^\s\\]*)?$'
  when 'x' then '^https://(?:(?:(?:www|mobile)\.)?x\.com|(?:(?:www|mobile)\.)?twitter\.com)(?:[/?#][^\s\\]*)?$'
  when 'discord' then '^https://(?:discord\.gg|(?:www\.)?discord\.com|(?:www\.)?discordapp\.com)(?:[/?#][^\s\\]*)?$'
  else '^https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?:[/?#][^\s\\]*)?$'
end);

-- What a profile names as its picture is asked for by everybody who looks at it: it lies where pictures lie, and is no other path of this site.
update public.profiles set avatar_url = null
where avatar_url !~ '^/(?:storage/v1/object/public/(?:avatars|covers|gallery)|demo|avatars)(?:/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)+$';
alter table public.profiles drop constraint profiles_avatar_url_check, add constraint profiles_avatar_url_check check (
  avatar_url ~ '^/(?:storage/v1/object/public/(?:avatars|covers|gallery)|demo|avatars)(?:/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)+$'
  and char_length(avatar_url) <= 2048);
update public.streamers set banner_url = null
where banner_url !~ '^/(?:storage/v1/object/public/(?:avatars|covers|gallery)|demo|avatars)(?:/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)+$';
alter table public.streamers drop constraint streamers_banner_url_check, add constraint streamers_banner_url_check check (
  banner_url ~ '^/(?:storage/v1/object/public/(?:avatars|covers|gallery)|demo|avatars)(?:/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)+$'
  and char_length(banner_url) <= 2048);
