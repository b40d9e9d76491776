-- A picture that somebody deletes while it is reported leaves its public place, and is kept apart for the team: bucket evidence, under the name
-- <bucket>/<owner's id>/<picture>. Its bytes stay where they are, under the version of its row.
create or replace function private.keep_reported_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_evidence(split_part(old.name, '/', 1), '/storage/v1/object/public/' || old.bucket_id || '/' || old.name) then
    return old;
  end if;
  update storage.objects set bucket_id = 'evidence', name = old.bucket_id || '/' || old.name, owner = null, owner_id = null
  where id = old.id;
  return null;
end
$$;
revoke execute on function private.keep_reported_picture() from public;

create or replace trigger keep_reported_picture before delete on storage.objects
for each row when (old.bucket_id in ('avatars', 'covers', 'gallery')) execute function private.keep_reported_picture();

comment on function private.keep_reported_picture() is 'Keeps a reported picture that is deleted, for the team alone.';
comment on trigger keep_reported_picture on storage.objects is 'Reported pictures are kept for the team until the case is over.';
