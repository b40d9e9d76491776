-- The file that an object's name means, null when it is not that of one: <owner's id>/<file's id>.
create or replace function private.id_of_attachment(name text) returns uuid
language sql immutable set search_path = '' as $$
  select case when name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(name, '/', 2)::uuid end
$$;
revoke execute on function private.id_of_attachment(text) from public;
grant execute on function private.id_of_attachment(text) to authenticated, service_role;

comment on function private.id_of_attachment(text) is 'The file that the name of an object in bucket attachments means; null when it is not that of one.';
