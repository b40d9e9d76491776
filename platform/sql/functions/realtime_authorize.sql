-- Returns a caller's rights on a private topic, by the policies of realtime.messages: whether it
-- may read rows of each extension (it may listen, or see who is present) and insert them (it may
-- send, or be seen). Rows are inserted only to evaluate the policies: the server rolls the
-- transaction back.
create or replace function realtime.authorize(topic text, role text, claims text, path text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  readable text[];
  writable text[] := '{}';
  asked text;
  ids uuid[] := array[gen_random_uuid(), gen_random_uuid()];
begin
  insert into realtime.messages (id, topic, extension)
  values (ids[1], authorize.topic, 'broadcast'), (ids[2], authorize.topic, 'presence');
  perform set_config('realtime.topic', authorize.topic, true), set_config('request.jwt.claims', authorize.claims, true),
    set_config('search_path', path, true), set_config('role', authorize.role, true);
  select coalesce(array_agg(m.extension), '{}') into readable from realtime.messages m where m.id = any(ids);
  foreach asked in array array['broadcast', 'presence'] loop
    begin
      insert into realtime.messages (topic, extension) values (authorize.topic, asked);
      writable := writable || asked;
    exception
      when insufficient_privilege then null; -- the policies refuse
    end;
  end loop;
  perform set_config('role', 'none', true);
  return jsonb_build_object('read', to_jsonb(readable), 'write', to_jsonb(writable));
end
$$;
revoke execute on function realtime.authorize(text, text, text, text) from public;

comment on function realtime.authorize(text, text, text, text) is 'Asks the policies of realtime.messages what a role with these claims may do on a private topic. @type { read: ("broadcast" | "presence")[]; write: ("broadcast" | "presence")[] }';
