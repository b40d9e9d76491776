-- A film, its poster and its captions: one writes, lists and removes those in the folder of one's id. Everybody sees them through the public URLs.
drop policy if exists clips_read_own on storage.objects;
create policy clips_read_own on storage.objects for select to authenticated
using (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists clips_insert_own on storage.objects;
create policy clips_insert_own on storage.objects for insert to authenticated
with check (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text and owner_id = (select auth.uid())::text);

drop policy if exists clips_delete_own on storage.objects;
create policy clips_delete_own on storage.objects for delete to authenticated
using (bucket_id = 'clips' and (storage.foldername(name))[1] = (select auth.uid())::text);
