-- Whether somebody of the team looks at the caller's pages through the caller's token, which names them as its actor. Rows that the team does not read, or
-- that are the person's own alone, are closed then.
create or replace function private.another_looks() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ? 'act', false)
$$;
revoke execute on function private.another_looks() from public;
grant execute on function private.another_looks() to anon, authenticated, service_role;

comment on function private.another_looks() is 'Whether somebody of the team looks at the caller''s pages through this token.';
