-- Whether somebody may put one more picture into a bucket: the shown one and a few that are on their way in or out. It counts with the
-- server's rights, so that policies do not ask each other in a circle.
create or replace function private.may_add_picture(bucket text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (select count(*) from storage.objects o where o.bucket_id = bucket and o.owner_id = auth.uid()::text) < 10
$$;
revoke execute on function private.may_add_picture(text) from public;
grant execute on function private.may_add_picture(text) to authenticated;

comment on function private.may_add_picture(text) is 'Says whether the caller may store one more picture of themself.';
