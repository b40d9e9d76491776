-- An account that the operator deletes softly keeps its row, so that bookings and ledger lines
-- still refer to one. Whatever says who it was is removed: the names, the picture, and what a
-- streamer wrote about themself. The new handle is random, so that nobody can have guessed and
-- taken it.
create or replace function private.forget_deleted_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set first_name = null, last_name = null, avatar_url = null where id = new.id;
  update public.streamers set
    handle = 'parti-' || left(replace(gen_random_uuid()::text, '-', ''), 24), display_name = 'Compte supprimé',
    headline = '', bio = '', banner_url = null, gallery_urls = '{}', published_at = null
  where id = new.id;
  delete from public.films where streamer_id = new.id;
  delete from public.streamer_links where streamer_id = new.id;
  delete from public.streamer_channels where streamer_id = new.id;
  -- Where and with what they signed in, what they told the team about themselves, and whom they
  -- allowed to write.
  delete from private.known_devices where person_id = new.id;
  delete from private.sign_in_alerts where person_id = new.id;
  delete from public.factor_removals where person_id = new.id;
  delete from private.person_notes where person_id = new.id;
  delete from public.ages where person_id = new.id;
  delete from public.guardianships where person_id = new.id;
  delete from public.contact_consents where viewer_id = new.id or streamer_id = new.id;
  return null;
end
$$;
revoke execute on function private.forget_deleted_person() from public;

create or replace trigger forget_deleted_person after update of deleted_at on auth.users
for each row when (old.deleted_at is null and new.deleted_at is not null)
execute function private.forget_deleted_person();
comment on trigger forget_deleted_person on auth.users is 'A softly deleted account says no more who it was.';

comment on function private.forget_deleted_person() is 'Removes what a softly deleted account told about its person.';

-- Deletes the pictures and files of an account that is deleted, softly or for good: the rows go
-- here, their bytes after the commit.
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
