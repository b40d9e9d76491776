-- Objects and folders under a prefix, as a hosted project lists them: by name they are mixed,
-- whatever their case; by a date folders come first. It runs with the caller's rights, so policies
-- decide what is seen.
create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable set search_path = '' as $$
  with named as (
    select o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata,
      array_to_string(o.path_tokens[levels:], '/') as rest, o.path_tokens[levels] as entry,
      cardinality(o.path_tokens) > levels as is_folder
    from storage.objects o
    where o.bucket_id = bucketname and o.name >= prefix collate "C" and starts_with(o.name, prefix)
      and starts_with(lower(o.name), lower(prefix || search))
  ), entries as (
    select n.entry as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
      null::timestamptz as last_accessed_at, null::jsonb as metadata
    from named n where n.is_folder group by n.entry
    union all
    select n.rest, n.id, n.updated_at, n.created_at, n.last_accessed_at, n.metadata from named n where not n.is_folder
  ), keyed as (
    select e.*, case sortcolumn when 'updated_at' then e.updated_at when 'created_at' then e.created_at
      when 'last_accessed_at' then e.last_accessed_at end as at
    from entries e
  )
  select k.name, k.id, k.updated_at, k.created_at, k.last_accessed_at, k.metadata from keyed k
  order by
    case when sortcolumn <> 'name' then k.id is not null end,
    case when sortorder = 'asc' then k.at end asc, case when sortorder <> 'asc' then k.at end desc,
    case when sortorder = 'asc' then lower(k.name) collate "C" end asc,
    case when sortorder <> 'asc' then lower(k.name) collate "C" end desc,
    k.name collate "C"
  limit limits offset offsets
$$;

-- The same for pages that go on after an entry: `start_after` is the last key of the page before,
-- `sort_column_after` its date. With a level, names are cut at the delimiter and what lies deeper
-- is one folder, whose key ends in a slash; with none, every object has its row.
create or replace function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb,
  sorted_at text
) language sql stable set search_path = '' as $$
  with named as (
    select o.*, case when levels > 0 and position('/' in substr(o.name, char_length(prefix) + 1)) > 0
      then prefix || split_part(substr(o.name, char_length(prefix) + 1), '/', 1) || '/' end as folder
    from storage.objects o
    where o.bucket_id = bucket_name and o.name >= prefix collate "C" and starts_with(o.name, prefix)
  ), entries as (
    select n.folder as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
      null::timestamptz as last_accessed_at, null::jsonb as metadata, '-infinity'::timestamptz as at
    from named n where n.folder is not null group by n.folder
    union all
    select n.name, n.id, n.updated_at, n.created_at, n.last_accessed_at, n.metadata,
      case sort_column when 'updated_at' then n.updated_at when 'created_at' then n.created_at else '-infinity' end
    from named n where n.folder is null
  )
  select rtrim(e.name, '/'), e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata, e.at::text
  from entries e
  where start_after = '' or case when sort_order = 'asc'
    then (e.at, e.name collate "C") > (coalesce(nullif(sort_column_after, ''), '-infinity')::timestamptz, start_after collate "C")
    else (e.at, e.name collate "C") < (coalesce(nullif(sort_column_after, ''), '-infinity')::timestamptz, start_after collate "C") end
  order by
    case when sort_order = 'asc' then e.at end asc, case when sort_order <> 'asc' then e.at end desc,
    case when sort_order = 'asc' then e.name collate "C" end asc,
    case when sort_order <> 'asc' then e.name collate "C" end desc
  limit limits
$$;

revoke execute on function storage.search(text, text, integer, integer, integer, text, text, text),
  storage.search_v2(text, text, integer, integer, text, text, text, text) from public;
grant execute on function storage.search(text, text, integer, integer, integer, text, text, text),
  storage.search_v2(text, text, integer, integer, text, text, text, text) to anon, authenticated, service_role;

comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'The objects and folders directly under a prefix.';
comment on function storage.search_v2(text, text, integer, integer, text, text, text, text) is
  'A page of the objects and folders under a prefix, after a given one.';
