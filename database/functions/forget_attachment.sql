-- A file goes with what it was sent along with: its object here, its bytes after the commit.
create or replace function private.forget_attachment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'attachments' and name = old.owner_id || '/' || old.id;
  return null;
end
$$;
revoke execute on function private.forget_attachment() from public;

create or replace trigger forget_attachment_of_deleted after delete on public.attachments
for each row execute function private.forget_attachment();
create or replace trigger forget_attachment_of_infected after update of state on public.attachments
for each row when (new.state = 'infected') execute function private.forget_attachment();

comment on function private.forget_attachment() is 'Removes the object of a file whose row is deleted, or in which a virus was found.';
comment on trigger forget_attachment_of_deleted on public.attachments is 'A file goes with what it was sent along with.';
comment on trigger forget_attachment_of_infected on public.attachments is 'A file with a virus is not kept.';
