-- How a person's name is shown to people they meet: the first name and the initial of the last name. The initial is a capital even where
-- the last name begins with a particle in lower case, in whatever letters the database's locale knows. Null when the person gave neither
-- name.
create or replace function private.abbreviated_name(first_name text, last_name text) returns text
language sql immutable set search_path = '' as $$
  select nullif(trim(concat_ws(' ', first_name,
    upper(translate(left(nullif(last_name, ''), 1), 'àâäáãåæçèéêëìíîïñòóôõöøœùúûüýÿ', 'ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜÝŸ')) || '.')), '')
$$;
revoke execute on function private.abbreviated_name(text, text) from public;
grant execute on function private.abbreviated_name(text, text) to anon, authenticated, service_role;

comment on function private.abbreviated_name(text, text) is 'How a person is shown to people they meet: the first name and the initial of the last.';
