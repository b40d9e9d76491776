-- How long caches keep what people store, whatever its uploader asked for: a picture that is removed or withheld must be gone from all of them
-- within five minutes (docs/decisions/0153), and a year is a parameter of the upload away. Files for some people alone are kept by no shared cache.
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
