-- Text as people search it: lower case, without accents. `searchText` in domain/account does the same to what is typed.
create or replace function private.search_text(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(replace(translate(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')),
    'øł', 'ol'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss')
$$;
revoke execute on function private.search_text(text) from public;
-- The views that call it run it as whoever reads them.
grant execute on function private.search_text(text) to authenticated, service_role;
