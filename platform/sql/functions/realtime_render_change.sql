-- A change as it is sent to a client: the columns that `reader`'s role may select (or, when the
-- client chose some, those among them), the row, and for an UPDATE or DELETE the old one. The
-- shape, the limit of a megabyte and its error are a hosted project's. Null for a role that may not
-- select the primary key: a hosted project sends it an empty change, here it is sent nothing.
create or replace function realtime.render_change(
  change_xid xid8, change_id bigint, relation regclass, reader name, chosen text[]
) returns text
language plpgsql stable set search_path = '' as $$
declare
  change realtime.changes;
  readable text[];
  primary_key text[];
  columns jsonb;
  secured boolean;
  long boolean;
  data jsonb;
begin
  select c.* into change from realtime.changes c where c.xid = change_xid and c.id = change_id;
  if not found then
    return null;
  end if;
  select array_agg(a.attname::text),
    jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum)
  into readable, columns
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(reader, relation, a.attnum, 'select') and (chosen is null or a.attname = any(chosen));
  select array_agg(a.attname::text), bool_and(has_column_privilege(reader, relation, a.attnum, 'select'))
  into primary_key, secured
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = relation and i.indisprimary;
  if not secured then
    return null;
  end if;
  data := jsonb_build_object('schema', change.schema_name, 'table', change.table_name, 'type', change.type,
    'commit_timestamp', to_char(change.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  long := coalesce(octet_length(change.record::text), 0) + coalesce(octet_length(change.old_record::text), 0) > 1048576;
  data := data || jsonb_build_object('columns', coalesce(columns, '[]'),
    'errors', case when long then '["Error 413: Payload Too Large"]'::jsonb end);
  if change.type <> 'DELETE' then
    data := data || jsonb_build_object('record', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(change.record)
      where key = any(readable) and (not long or octet_length(value::text) <= 64)));
  end if;
  if change.type <> 'INSERT' then
    -- Row-level security cannot be evaluated for a row that is gone, so of a secured table only the
    -- key is sent.
    select relrowsecurity into secured from pg_class where oid = relation;
    data := data || jsonb_build_object('old_record', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(change.old_record)
      where key = any(readable) and (not long or octet_length(value::text) <= 64)
        and (change.type = 'UPDATE' or not secured or key = any(primary_key))));
  end if;
  return data::text;
end
$$;
revoke execute on function realtime.render_change(xid8, bigint, regclass, name, text[]) from public;

comment on function realtime.render_change(xid8, bigint, regclass, name, text[]) is 'A change as a role may see it, as the text that is sent.';
