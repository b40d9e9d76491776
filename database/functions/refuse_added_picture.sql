-- A person keeps ten pictures at most in each bucket: those that are shown and a few that are on their way in or out. It holds no matter who writes the
-- row, since a signed address uploads with the server's rights, past every policy. Of two uploads at the same time the second waits for the first.
create or replace function private.refuse_added_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.bucket_id || ' of ' || new.owner_id, 0));
  -- What takes the place of a picture that is there adds none.
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
