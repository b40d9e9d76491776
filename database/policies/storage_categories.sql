-- Those of the team who write the catalogue add pictures of categories, each in a folder of their own, and nobody changes or deletes one: the
-- log names it, and taking a change back shows it again.
drop policy if exists category_pictures_read on storage.objects;
create policy category_pictures_read on storage.objects for select to authenticated
using (bucket_id = 'categories' and (select private.is_of_team('{}')));

drop policy if exists category_pictures_insert on storage.objects;
create policy category_pictures_insert on storage.objects for insert to authenticated
with check (bucket_id = 'categories' and (select private.is_of_team('{}'))
  and (storage.foldername(name))[1] = (select auth.uid())::text and owner_id = (select auth.uid())::text);
