-- Whether the caller is one of the two sides of an agreed session, and may therefore see what is kept with it. A viewer of a group
-- session whose seat was cancelled before the start no longer counts, since the others go on without them. It runs with its owner's
-- rights, so that a policy of any schema may call it.
create or replace function private.is_of_session(session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bookings b where b.session_id = session and b.confirmed_at is not null
    and (b.streamer_id = auth.uid() or b.viewer_id = auth.uid() and (b.ended_at is null or b.ended_at > b.start_at)))
$$;
revoke execute on function private.is_of_session(uuid) from public;
grant execute on function private.is_of_session(uuid) to authenticated, service_role;

comment on function private.is_of_session(uuid) is 'Whether the caller is one of the two sides of a session that was agreed on.';
