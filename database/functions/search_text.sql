-- Text as people search it: lower case, without accents. `searchText` in product/accounts/rules does the same to what is typed.
-- Lower case by Unicode, whatever the database's own locale is. After a change touch search_text_of_profiles too.
create or replace function private.search_text(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(replace(translate(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
    'øł', 'ol'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss')
$$;
revoke execute on function private.search_text(text) from public;
-- The admin views fold the searched text with this function, and a view's functions run with the rights of the person who queries it.
grant execute on function private.search_text(text) to authenticated, service_role;

comment on function private.search_text(text) is 'Text as people search it: lower case, without accents.';
