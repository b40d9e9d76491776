-- Whether the caller is one of the two sides of a session that was agreed on: what is kept with a session is theirs. It runs with its
-- owner's rights, so that a policy of any schema may ask it.
create or replace function private.is_of_session(session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.bookings b where b.session_id = session and b.confirmed_at is not null
    and (b.streamer_id = auth.uid() or b.viewer_id = auth.uid()))
$$;
revoke execute on function private.is_of_session(uuid) from public;
grant execute on function private.is_of_session(uuid) to authenticated, service_role;
