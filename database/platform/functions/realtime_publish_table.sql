-- `select realtime.publish_table('public.bookings')` lets clients follow the table's rows through `postgres_changes`, each of them
-- only the rows that row-level security lets it read. It can be run again, and must be when the primary key or the replica
-- identity changed. It costs each write one row of an unlogged table and a notification. What a hosted project says with
-- `alter publication supabase_realtime add table`.
-- With `deletes` false no deletion is told. A deletion goes to everybody who may select the key, since nobody can be asked any more who
-- might have seen the row: of a table whose key says something (a person, a date), it would tell that to strangers.
drop function if exists realtime.publish_table(regclass);
create or replace function realtime.publish_table(relation regclass, deletes boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  arguments text;
begin
  select concat_ws(', ', quote_literal(n.nspname), quote_literal(c.relname),
    case when c.relreplident = 'f' then quote_literal('full')
      else (select string_agg(quote_literal(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(i.indkey)) end)
  into arguments
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.oid = relation;
  if not found then
    raise exception '% has no primary key, by which a change would name its row', relation;
  end if;
  execute format('create or replace trigger realtime_capture after insert or update%s on %s
    for each row execute function realtime.capture_change(%s)', case when deletes then ' or delete' end, relation, arguments);
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

comment on function realtime.publish_table(regclass, boolean) is 'Has the changes of a table told to subscribers, its deletions too unless told otherwise.';
comment on function realtime.unpublish_table(regclass) is 'Ends what publish_table began.';
