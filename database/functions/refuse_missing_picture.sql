-- What a person's own row names in our storage is a picture of theirs that is there. Of two tabs that change a photo at the same time one may
-- remove what the other has just stored: that one is then refused, so no page names what is gone. What the server and the team write they know.
create or replace function private.refuse_missing_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bucket constant text := tg_argv[1];
  prefix constant text := '/storage/v1/object/public/' || bucket || '/';
  url text;
begin
  if (select auth.uid()) is distinct from new.id then
    return new;
  end if;
  for url in
    select jsonb_path_query(to_jsonb(new) -> tg_argv[0], 'lax $[*] ? (@.type() == "string")') #>> '{}'
    except
    select jsonb_path_query(to_jsonb(old) -> tg_argv[0], 'lax $[*] ? (@.type() == "string")') #>> '{}'
  loop
    -- What a browser would read as another address than is written may lead into the storage too.
    continue when url not like '/storage/%' and url !~ '//|%|/\.{1,2}(/|[?#]|$)';
    perform from storage.objects o
    where o.bucket_id = bucket and starts_with(url, prefix) and o.name = substr(url, length(prefix) + 1)
      and (storage.foldername(o.name))[1] = new.id::text
    for share;
    if not found then
      raise exception 'there is no picture of theirs at %', url
        using errcode = '23514', constraint = tg_table_name || '_' || tg_argv[0] || '_check';
    end if;
  end loop;
  return new;
end
$$;
revoke execute on function private.refuse_missing_picture() from public;

create or replace trigger refuse_missing_picture before update of avatar_url on public.profiles
for each row execute function private.refuse_missing_picture('avatar_url', 'avatars');
create or replace trigger refuse_missing_picture_of_new before insert on public.profiles
for each row when (new.avatar_url is not null) execute function private.refuse_missing_picture('avatar_url', 'avatars');
create or replace trigger refuse_missing_cover before update of banner_url on public.streamers
for each row execute function private.refuse_missing_picture('banner_url', 'covers');
create or replace trigger refuse_missing_gallery before update of gallery_urls on public.streamers
for each row execute function private.refuse_missing_picture('gallery_urls', 'gallery');

comment on function private.refuse_missing_picture() is 'Refuses the address of a picture that is not there, or is another person’s, in a person’s own row.';
comment on trigger refuse_missing_picture on public.profiles is 'A person’s photo is one of theirs that is there.';
comment on trigger refuse_missing_picture_of_new on public.profiles is 'The photo in a row that a person inserts is one of theirs that is there.';
comment on trigger refuse_missing_cover on public.streamers is 'A cover is one of the streamer’s that is there.';
comment on trigger refuse_missing_gallery on public.streamers is 'The pictures of a page are the streamer’s and are there.';
