-- The French names by which categories and languages are searched and shown; null for one that does not exist.
create or replace function private.category_label(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select label from public.categories where id = slug
$$;
revoke execute on function private.category_label(text) from public;
comment on function private.category_label(text) is 'The French name of a category.';

create or replace function private.language_label(code text) returns text
language sql stable security definer set search_path = '' as $$
  select label from public.languages where id = code
$$;
revoke execute on function private.language_label(text) from public;
comment on function private.language_label(text) is 'The French name of a language.';
