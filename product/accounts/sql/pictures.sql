-- One writes, replaces, lists and removes one's own pictures: those in the folder of one's id.
-- Everybody sees them through the public URLs.
drop policy if exists pictures_read_own on storage.objects;
create policy pictures_read_own on storage.objects for select to authenticated
using (bucket_id in ('avatars', 'covers', 'gallery') and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists pictures_insert_own on storage.objects;
create policy pictures_insert_own on storage.objects for insert to authenticated
with check (bucket_id in ('avatars', 'covers', 'gallery') and (storage.foldername(name))[1] = (select auth.uid())::text
  and owner_id = (select auth.uid())::text);

drop policy if exists pictures_update_own on storage.objects;
create policy pictures_update_own on storage.objects for update to authenticated
using (bucket_id in ('avatars', 'covers', 'gallery') and (storage.foldername(name))[1] = (select auth.uid())::text)
with check (bucket_id in ('avatars', 'covers', 'gallery') and (storage.foldername(name))[1] = (select auth.uid())::text
  and owner_id = (select auth.uid())::text);

drop policy if exists pictures_delete_own on storage.objects;
create policy pictures_delete_own on storage.objects for delete to authenticated
using (bucket_id in ('avatars', 'covers', 'gallery') and (storage.foldername(name))[1] = (select auth.uid())::text);

-- How long caches keep what people store, whatever its uploader asked for: a picture that is
-- removed or withheld must be gone from all of them within five minutes (docs/decisions/0153), and
-- a year is a parameter of the upload away. Files for some people alone are kept by no shared
-- cache.
create or replace function private.limit_kept_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.metadata := new.metadata || case when new.bucket_id in ('attachments', 'evidence') then '{"cacheControl": "private, no-cache"}'::jsonb
    else '{"cacheControl": "max-age=300, must-revalidate"}'::jsonb end;
  return new;
end
$$;
revoke execute on function private.limit_kept_pictures() from public;

create or replace trigger limit_kept_pictures before insert or update of bucket_id, metadata on storage.objects
for each row when (new.bucket_id in ('avatars', 'covers', 'gallery', 'clips', 'attachments', 'evidence') and new.metadata is not null)
execute function private.limit_kept_pictures();

comment on function private.limit_kept_pictures() is 'Sets how long caches may keep a picture, film or file of a person.';
comment on trigger limit_kept_pictures on storage.objects is 'A removed picture is gone from caches within five minutes, whatever its uploader asked for.';

-- A person keeps ten pictures at most in each bucket: those that are shown and a few that are on
-- their way in or out. It holds no matter who writes the row, since a signed address uploads with
-- the server's rights, past every policy. Of two uploads at the same time the second waits for the
-- first.
create or replace function private.refuse_added_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.bucket_id || ' of ' || new.owner_id, 0));
  -- A picture that replaces one that is there adds none.
  if (select count(*) from storage.objects o where o.bucket_id = new.bucket_id and o.owner_id = new.owner_id and o.name <> new.name) >= 10 then
    raise exception 'too many pictures are kept in bucket %', new.bucket_id using errcode = '42501';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_added_picture() from public;

create or replace trigger refuse_added_picture before insert on storage.objects
for each row when (new.bucket_id in ('avatars', 'covers', 'gallery', 'clips') and new.owner_id is not null)
execute function private.refuse_added_picture();
create or replace trigger refuse_moved_in_picture before update of bucket_id, owner_id on storage.objects
for each row when (new.bucket_id in ('avatars', 'covers', 'gallery', 'clips') and new.owner_id is not null
  and (old.bucket_id, old.owner_id) is distinct from (new.bucket_id, new.owner_id))
execute function private.refuse_added_picture();

comment on function private.refuse_added_picture() is 'Refuses one picture more when its person keeps ten in that bucket.';
comment on trigger refuse_added_picture on storage.objects is 'A person keeps few pictures, however they come.';
comment on trigger refuse_moved_in_picture on storage.objects is 'A picture that comes from another bucket or person counts as one more.';

-- A person's own row may name in our storage only a picture of theirs that is there. Of two tabs
-- that change a photo at the same time one may remove what the other has just stored: that one is
-- then refused, so no page names what is gone. What the server and the team write they know.
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
    -- An address that a browser would read as another than is written may lead into the storage
    -- too.
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

comment on function private.refuse_missing_picture() is 'Refuses the address of a picture that is not there, or is another person’s, in a person’s own row.';
