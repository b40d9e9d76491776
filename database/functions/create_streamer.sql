-- Gives every streamer a page, unpublished at first, under a handle made from their name. A person who stops being a streamer keeps the
-- page, unpublished, because bookings and reviews refer to it.
create or replace function private.create_streamer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_name text := coalesce(private.abbreviated_name(new.first_name, new.last_name), 'Streamer');
  base text := trim(both '-' from left(regexp_replace(
    private.search_text(concat_ws(' ', new.first_name, new.last_name)), '[^a-z0-9]+', '-', 'g'), 28));
begin
  -- The lock makes two people of the same name who join at once choose their handles one after the other.
  if new.role = 'streamer' then perform pg_advisory_xact_lock(750651, hashtext(base)); end if;
  if new.role is distinct from 'streamer' then
    update public.streamers set published_at = null where id = new.id and published_at is not null;
    return null;
  end if;
  if char_length(base) < 2 or private.sounds_like_the_team(base) then base := 'streamer'; end if;
  if private.sounds_like_the_team(given_name) then given_name := 'Streamer'; end if;
  insert into public.streamers (id, handle, display_name, avatar_url)
  values (
    new.id,
    case when exists (select from public.streamers s where s.handle = base) or char_length(base) < 3
      then base || '-' || left(replace(new.id::text, '-', ''), 8) else base end,
    left(case when char_length(given_name) < 2 then 'Streamer' else given_name end, 60),
    new.avatar_url
  )
  on conflict (id) do nothing;
  return null;
end
$$;
revoke execute on function private.create_streamer() from public;

create or replace trigger create_streamer after insert or update of role on public.profiles
for each row execute function private.create_streamer();

-- Pages for the people who were streamers before this trigger existed.
insert into public.streamers (id, handle, display_name, avatar_url)
select p.id, 'streamer-' || left(replace(p.id::text, '-', ''), 12), 'Streamer', p.avatar_url
from public.profiles p where p.role = 'streamer'
on conflict (id) do nothing;

comment on function private.create_streamer() is 'Makes the unpublished page of a person who became a streamer.';
