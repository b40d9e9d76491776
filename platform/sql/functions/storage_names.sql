-- The parts of an object's name, for policies: `(storage.foldername(name))[1]` is its first folder.
create or replace function storage.foldername(name text) returns text[]
language sql immutable strict set search_path = '' as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create or replace function storage.filename(name text) returns text
language sql immutable strict set search_path = '' as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create or replace function storage.extension(name text) returns text
language sql immutable strict set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Which call a policy is asked for, such as `storage.object.upload`.
create or replace function storage.operation() returns text
language sql stable set search_path = '' as $$
  select current_setting('storage.operation', true)
$$;

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from unnest(expected_operations) expected
    where regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''))
$$;

revoke execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation(),
  storage.allow_any_operation(text[]) from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation(),
  storage.allow_any_operation(text[]) to anon, authenticated, service_role;

comment on function storage.foldername(text) is 'The folders of an object''s name, outermost first.';
comment on function storage.filename(text) is 'The last part of an object''s name.';
comment on function storage.extension(text) is 'What follows the last dot of an object''s name.';
comment on function storage.operation() is 'The storage call that runs, for policies.';
comment on function storage.allow_any_operation(text[]) is 'Says whether the storage call that runs is one of these.';
