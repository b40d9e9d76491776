-- Whose account is deleted, softly or for good, leaves no picture and no file: the rows go here, their bytes after the commit.
create or replace function private.forget_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where owner_id = old.id::text and bucket_id in ('avatars', 'covers', 'gallery', 'clips', 'attachments');
  delete from public.attachments where owner_id = old.id;
  delete from storage.resumable_uploads where owner_id = old.id::text;
  return null;
end
$$;
revoke execute on function private.forget_pictures() from public;

create or replace trigger forget_pictures_of_deleted after delete on auth.users
for each row execute function private.forget_pictures();
create or replace trigger forget_pictures_of_forgotten after update of deleted_at on auth.users
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_pictures();

comment on function private.forget_pictures() is 'Removes the pictures and files of a deleted account.';
comment on trigger forget_pictures_of_deleted on auth.users is 'A deleted account leaves no picture.';
comment on trigger forget_pictures_of_forgotten on auth.users is 'An account that keeps only its row leaves no picture.';
