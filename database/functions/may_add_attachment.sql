-- Whether somebody may upload one more file to send along: those that are on their way and not sent yet are few. It counts with the server's
-- rights, so that policies do not ask each other in a circle.
create or replace function private.may_add_attachment() returns boolean
language sql stable security definer set search_path = '' as $$
  select (select count(*) from storage.objects o where o.bucket_id = 'attachments' and o.owner_id = auth.uid()::text
    and not exists (select from public.attachments a where o.name = a.owner_id || '/' || a.id)) < 12
$$;
revoke execute on function private.may_add_attachment() from public;
grant execute on function private.may_add_attachment() to authenticated;

comment on function private.may_add_attachment() is 'Says whether the caller may upload one more file to send along.';
