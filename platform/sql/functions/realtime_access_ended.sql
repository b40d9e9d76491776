-- `select realtime.access_ended(person, 'team:12')` reports that a person's access to the private
-- channel of a topic may have ended: the server processes evaluate the policies again and close the
-- channel where these refuse. Like every notification it is sent if and only if the transaction
-- commits. Executable by nobody but the owner: a trigger that needs it is security definer.
create or replace function realtime.access_ended(user_id uuid, topic text) returns void
language sql set search_path = '' as $$
  select pg_notify('realtime_ended', 'access ' || user_id || ' ' || topic)
$$;
revoke execute on function realtime.access_ended(uuid, text) from public;

comment on function realtime.access_ended(uuid, text) is 'Tells the server''s processes that a person''s access to a topic may have ended.';
