-- Whether a role may select the whole primary key of a table; without it, it is told of no change.
create or replace function realtime.may_follow(relation regclass, reader name) returns boolean
language sql stable set search_path = '' as $$
  select bool_and(has_column_privilege(reader, relation, k.attnum, 'select'))
  from pg_index i, unnest(i.indkey::int2[]) as k(attnum) where i.indrelid = relation and i.indisprimary
$$;
revoke execute on function realtime.may_follow(regclass, name) from public;

comment on function realtime.may_follow(regclass, name) is 'Whether a role may read any column of a table.';
