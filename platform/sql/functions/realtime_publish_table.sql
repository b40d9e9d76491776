-- `select realtime.publish_table('public.bookings')` lets clients follow the table's rows through
-- `postgres_changes`, each of them only the rows that row-level security lets it read. It can be
-- run again, and must be when the primary key or the replica identity changed. It costs each write
-- one row of an unlogged table and a notification. It corresponds to a hosted project's
-- `alter publication supabase_realtime add table`, which works too (`realtime.follow_publication`).
-- With `deletes` false deletions are not sent. A deletion goes to everybody who may select the key,
-- since row-level security cannot be evaluated for a row that is gone: where the key says something
-- (a person, a date), strangers would learn it.
drop function if exists realtime.publish_table(regclass);

-- Returns the arguments for the trigger of a table: its schema and name, and by which columns a
-- change names its row. Null without a primary key.
create or replace function realtime.capture_arguments(relation regclass) returns text
language sql stable set search_path = '' as $$
  select concat_ws(', ', quote_literal(n.nspname), quote_literal(c.relname),
    case when c.relreplident = 'f' then quote_literal('full')
      else (select string_agg(quote_literal(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(i.indkey)) end)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.oid = relation
$$;
revoke execute on function realtime.capture_arguments(regclass) from public;

create or replace function realtime.publish_table(relation regclass, deletes boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  arguments text := realtime.capture_arguments(relation);
begin
  if arguments is null then
    raise exception '% has no primary key, by which a change would name its row', relation;
  end if;
  execute format('create or replace trigger realtime_capture after insert or update%s on %s
    for each row execute function realtime.capture_change(%s)', case when deletes then ' or delete' end, relation, arguments);
  execute format('comment on trigger realtime_capture on %s is %L', relation, 'Subscribers are told of every change that they may see.');
end
$$;
revoke execute on function realtime.publish_table(regclass, boolean) from public;

create or replace function realtime.unpublish_table(relation regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('drop trigger if exists realtime_capture on %s', relation);
end
$$;
revoke execute on function realtime.unpublish_table(regclass) from public;

comment on function realtime.capture_arguments(regclass) is 'What the trigger of a published table is given.';
comment on function realtime.publish_table(regclass, boolean) is 'Has the changes of a table told to subscribers, its deletions too unless told otherwise.';
comment on function realtime.unpublish_table(regclass) is 'Ends what publish_table began.';
