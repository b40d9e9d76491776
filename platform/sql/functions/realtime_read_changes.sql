-- Returns the changes that became visible since the snapshot of the last reading, in the order in
-- which rows changed, and the snapshot of this one. There is always one row more than changes: the
-- first, which carries only the snapshot. At most `most` changes are returned: a process that is
-- further behind starts again.
create or replace function realtime.read_changes(since pg_snapshot, tables text[], most integer) returns table (
  snapshot text, xid text, id text, schema_name text, table_name text, type text, record jsonb, old_record jsonb
) language sql set search_path = '' rows 10 as $$
  select pg_current_snapshot()::text, null, null, null, null, null, null, null
  union all
  (select null, c.xid::text, c.id::text, c.schema_name, c.table_name, c.type, c.record, c.old_record
  from realtime.changes c
  where c.xid >= pg_snapshot_xmin(since) and not pg_visible_in_snapshot(c.xid, since)
    and c.schema_name || '.' || c.table_name = any(tables)
  order by c.id limit most)
$$;
revoke execute on function realtime.read_changes(pg_snapshot, text[], integer) from public;

comment on function realtime.read_changes(pg_snapshot, text[], integer) is 'The changes that were committed since a snapshot, in order; before them a row with nothing but the new snapshot. @type { snapshot: string | null; xid: string; id: string; schema_name: string; table_name: string; type: "INSERT" | "UPDATE" | "DELETE"; record: Record<string, Json> | null; old_record: Record<string, Json> | null }';
