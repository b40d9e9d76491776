-- One writes, replaces, lists and removes one's own pictures: those in the folder of one's id. Everybody sees them through the public URLs.
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
