-- `select realtime.send('{"x": 1}', 'moved', 'room:12')` broadcasts to the listeners of a topic when the transaction commits, on all server
-- processes. As on a hosted project the topic is private unless said otherwise; nothing is kept. Executable by nobody
-- but the owner: a trigger that needs it is security definer.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql set search_path = '' as $$
declare
  whole text := jsonb_build_object('node', 'database', 'message', jsonb_build_object('kind', 'broadcast',
    'key', case when private then 'private:' else 'public:' end || topic,
    'broadcast', jsonb_build_object('form', 'json', 'payload',
      jsonb_build_object('type', 'broadcast', 'event', event, 'payload', payload)::text)))::text;
  long_id bigint;
begin
  if octet_length(whole) > 7500 then
    insert into realtime.bus_messages (body) values (whole) returning id into long_id;
    whole := jsonb_build_object('node', 'database', 'long', long_id::text)::text;
  else
    -- Postgres merges two equal notifications of a transaction into one.
    whole := (whole::jsonb || jsonb_build_object('seq', extract(epoch from clock_timestamp())))::text;
  end if;
  perform pg_notify('realtime_bus', whole);
end
$$;
revoke execute on function realtime.send(jsonb, text, text, boolean) from public;

comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts a message to a topic once the transaction commits.';
