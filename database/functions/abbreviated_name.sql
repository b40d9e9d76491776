-- How somebody is shown to people they meet: the first name and the initial of the last, which is a capital also where the name begins with a
-- particle, and whatever letters the database's locale knows. Null for who told neither.
create or replace function private.abbreviated_name(first_name text, last_name text) returns text
language sql immutable set search_path = '' as $$
  select nullif(trim(concat_ws(' ', first_name,
    upper(translate(left(nullif(last_name, ''), 1), 'àâäáãåæçèéêëìíîïñòóôõöøœùúûüýÿ', 'ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜÝŸ')) || '.')), '')
$$;
revoke execute on function private.abbreviated_name(text, text) from public;
grant execute on function private.abbreviated_name(text, text) to anon, authenticated, service_role;

comment on function private.abbreviated_name(text, text) is 'How a person is shown to people they meet: the first name and the initial of the last.';
