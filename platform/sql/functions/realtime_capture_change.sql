-- The trigger of a published table: keeps the change for the server processes and wakes them. It
-- acts with the owner's rights, because people who may write the table do not need access to this
-- schema. Arguments: schema, table, then `full` or the columns of the primary key. The notification
-- contains nothing but `read`, since any role that can connect could listen to it. Postgres sends
-- equal ones once for each transaction.
create or replace function realtime.capture_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  was jsonb;
begin
  if tg_op <> 'INSERT' then
    was := to_jsonb(old);
    if tg_argv[2] <> 'full' then
      select jsonb_object_agg(key, was -> key) into was from unnest(tg_argv[2:]) as key;
    end if;
  end if;
  insert into realtime.changes (schema_name, table_name, type, record, old_record)
  values (tg_argv[0], tg_argv[1], tg_op, case when tg_op <> 'DELETE' then to_jsonb(new) end, was);
  perform pg_notify('realtime_changes', '');
  return null;
end
$$;
revoke execute on function realtime.capture_change() from public;

comment on function realtime.capture_change() is 'Writes a committed change of a published table down for realtime.';
