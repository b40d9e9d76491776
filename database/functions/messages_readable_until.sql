-- Until when the caller reads the messages of a session. Its streamer and its participants read them without an end (infinity). A viewer
-- whose seat was cancelled before the start reads what was written until then, since the others of a group go on without them. Everybody
-- else reads nothing (null). It runs with its owner's rights, because the policy that calls it may not read other people's bookings.
create or replace function private.messages_readable_until(session uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(case when b.streamer_id = auth.uid() or b.ended_at is null or b.ended_at > b.start_at then 'infinity' else b.ended_at end)
  from public.bookings b
  where b.session_id = session and b.confirmed_at is not null and (b.streamer_id = auth.uid() or b.viewer_id = auth.uid())
$$;
revoke execute on function private.messages_readable_until(uuid) from public;
grant execute on function private.messages_readable_until(uuid) to authenticated, service_role;

comment on function private.messages_readable_until(uuid) is 'Until when the caller reads the messages of a session; null for who has no part in it.';
