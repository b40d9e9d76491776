-- Copies the profile's picture to the public page, because the public may not read profiles.
create or replace function private.keep_streamer_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.streamers set avatar_url = new.avatar_url where id = new.id and avatar_url is distinct from new.avatar_url;
  return null;
end
$$;
revoke execute on function private.keep_streamer_avatar() from public;

create or replace trigger keep_streamer_avatar after update of avatar_url on public.profiles
for each row execute function private.keep_streamer_avatar();

comment on function private.keep_streamer_avatar() is 'Copies the picture of the profile to the public page.';
