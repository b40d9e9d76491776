-- `select realtime.send('{"x": 1}', 'moved', 'room:12')` broadcasts to the listeners of a topic
-- when the transaction commits, on all server processes. As on a hosted project: the topic is
-- private unless said otherwise, the message is a row of realtime.messages, kept for three days,
-- and is written with the rights of the caller, so the policies of that table decide; a message
-- that cannot be sent is a warning and never fails the write whose trigger sends it.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql set search_path = '' as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, event, payload, private, inserted_at)
  values (message_id, topic, 'broadcast', event,
    case when jsonb_typeof(payload) = 'object' and not payload ? 'id' then payload || jsonb_build_object('id', message_id)
      else coalesce(payload, '{}') end,
    private, clock_timestamp());
exception
  when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same of bytes; listeners that speak serialiser 1.0.0 cannot be told of them.
create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (topic, extension, event, binary_payload, private, inserted_at)
  values (topic, 'broadcast', event, coalesce(payload, ''), private, clock_timestamp());
exception
  when others then raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For a row trigger: `perform realtime.broadcast_changes('topic:' || new.id, tg_op, tg_op,
-- tg_table_name, tg_table_schema, new, old)`.
create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text,
  table_schema text, new record, old record, level text default 'ROW')
returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(jsonb_build_object('old_record', to_jsonb(old), 'record', to_jsonb(new), 'operation', operation,
    'table', table_name, 'schema', table_schema), event_name, topic_name);
exception
  when others then raise warning 'Failed to process the row: %', sqlerrm;
end
$$;

revoke execute on function realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) from public;
grant execute on function realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated, service_role;

-- Tells the server processes of a message that was kept. Acts with the owner's rights: who may
-- write a message does not need access to the messages of the servers.
create or replace function realtime.tell_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  whole text := jsonb_build_object('node', 'database', 'message', jsonb_build_object('kind', 'broadcast',
    'key', case when new.private then 'private:' else 'public:' end || new.topic,
    'broadcast', case when new.binary_payload is null
      then jsonb_build_object('form', 'json', 'payload', jsonb_build_object('type', 'broadcast', 'event', new.event,
        'payload', new.payload, 'meta', jsonb_build_object('id', new.id))::text)
      else jsonb_build_object('form', 'user', 'event', new.event, 'encoding', 'binary',
        'body', translate(encode(new.binary_payload, 'base64'), E'\n', '')) end))::text;
  long_id bigint;
begin
  -- The id in it makes each notification differ: Postgres merges two equal ones of a transaction
  -- into one.
  whole := (whole::jsonb || jsonb_build_object('seq', new.id))::text;
  if octet_length(whole) > 7500 then
    insert into realtime.bus_messages (body) values (whole) returning id into long_id;
    whole := jsonb_build_object('node', 'database', 'long', long_id::text)::text;
  end if;
  perform pg_notify('realtime_bus', whole);
  return null;
end
$$;
revoke execute on function realtime.tell_message() from public;

-- Rows without event or body are those by which the policies are asked.
create or replace trigger tell_message after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.event is not null and (new.payload is not null or new.binary_payload is not null))
  execute function realtime.tell_message();

comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts a message to a topic once the transaction commits.';
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Broadcasts bytes to a topic once the transaction commits.';
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is 'Broadcasts a changed row to a topic, for a row trigger.';
comment on function realtime.tell_message() is 'Tells the server processes of a message that was kept.';
comment on trigger tell_message on realtime.messages is 'Broadcasts each kept message.';
