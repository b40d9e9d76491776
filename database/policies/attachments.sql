-- Who sees what a file came with sees the file, once it has been scanned; its sender sees it at once. Rows are written by commands alone. The
-- object is uploaded into the folder of one's id, and read where its row can be.
alter table public.attachments enable row level security;
revoke all on public.attachments from public, anon, authenticated, service_role;
grant select (id, owner_id, message_id, support_message_id, booking_id, file_name, type, size_bytes, state, sent_at)
  on public.attachments to authenticated;
grant select, insert, update, delete on public.attachments to service_role;
drop policy if exists attachments_read on public.attachments;
create policy attachments_read on public.attachments for select to authenticated
using (private.sees_attachment(owner_id, message_id, support_message_id, booking_id));

drop policy if exists attachments_read_object on storage.objects;
create policy attachments_read_object on storage.objects for select to authenticated
using (bucket_id = 'attachments' and (
  ((storage.foldername(name))[1] = (select auth.uid())::text and not private.is_removed_file(private.id_of_attachment(name)))
  or exists (select from public.attachments a where a.id = private.id_of_attachment(name) and a.state in ('clean', 'unscanned'))));

drop policy if exists attachments_insert_object on storage.objects;
create policy attachments_insert_object on storage.objects for insert to authenticated
with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text
  and owner_id = (select auth.uid())::text and private.id_of_attachment(name) is not null);

-- What was not sent can be taken back.
drop policy if exists attachments_delete_object on storage.objects;
create policy attachments_delete_object on storage.objects for delete to authenticated
using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text
  and not exists (select from public.attachments a where a.id = private.id_of_attachment(name))
  and not private.is_removed_file(private.id_of_attachment(name)));
