-- Exchanges a session's refresh token for the next one, by GoTrue's rules, in one round trip. The
-- token presented is found by its digest; the caller brings the salt and digest of a new token in
-- case one is needed. The outcome is returned instead of raised, so that the revocation of a family
-- whose token was stolen is committed.
--   refreshed: `salt` belongs to the active token, new when `rotated`
--   anything else is the reason of the refusal
-- Exchanges of one session wait for each other on its row; a caller that waits longer than the lock
-- timeout is told to come back.
create or replace function auth.refresh_session(
  presented bytea, new_salt bytea, new_hash bytea, at timestamptz,
  reuse_interval integer, timebox integer, inactivity integer, agent text, address inet
) returns table (outcome text, session_id uuid, user_id uuid, salt bytea, rotated boolean, reused boolean)
language plpgsql set search_path = '' set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  token auth.refresh_tokens;
  session auth.sessions;
  person auth.users;
  active auth.refresh_tokens;
begin
  rotated := false;
  reused := false;
  select t.* into token from auth.refresh_tokens t where t.token_hash = presented;
  if not found then
    outcome := 'refresh_token_not_found';
    return next; return;
  end if;
  select s.* into session from auth.sessions s where s.id = token.session_id for update;
  if not found then
    outcome := 'session_not_found';
    return next; return;
  end if;
  session_id := session.id;
  user_id := session.user_id;
  -- Read again: the exchange before this one may have revoked it while we waited.
  select t.* into token from auth.refresh_tokens t where t.id = token.id;
  select u.* into person from auth.users u where u.id = session.user_id;
  if person.deleted_at is not null then
    outcome := 'session_not_found';
    return next; return;
  end if;
  if person.banned_until > at then
    outcome := 'user_banned';
    return next; return;
  end if;
  if session.not_after <= at or (timebox > 0 and session.created_at + make_interval(secs => timebox) <= at) then
    outcome := 'session_expired';
    return next; return;
  end if;
  if inactivity > 0
    and coalesce(session.refreshed_at, session.created_at) + make_interval(secs => inactivity) <= at then
    outcome := 'session_inactive';
    return next; return;
  end if;

  if token.revoked then
    reused := true;
    select t.* into active from auth.refresh_tokens t
    where t.session_id = session.id and not t.revoked order by t.id desc limit 1;
    if active.parent_id = token.id then
      outcome := 'refreshed';
      salt := active.salt;
      update auth.sessions s set refreshed_at = at, updated_at = at where s.id = session.id;
      return next; return;
    end if;
    -- No active token means that the family was revoked, perhaps a moment ago, so the session must
    -- not continue.
    if active.id is null or token.updated_at + make_interval(secs => reuse_interval) < at then
      update auth.refresh_tokens t set revoked = true, updated_at = at
      where t.session_id = session.id and not t.revoked;
      insert into auth.audit_log_entries (payload, ip_address, created_at) values (
        jsonb_build_object('action', 'token_revoked', 'actor_id', person.id, 'actor_username',
          coalesce(person.email, ''), 'actor_via_sso', false, 'log_type', 'token',
          'traits', jsonb_build_object('reason', 'reuse', 'session_id', session.id)),
        coalesce(host(address), ''), at);
      outcome := 'refresh_token_already_used';
      return next; return;
    end if;
  end if;

  -- Within the reuse interval the active token stays valid beside the presented one: another tab
  -- holds it.
  update auth.refresh_tokens t set revoked = true, updated_at = at where t.id = token.id and not t.revoked;
  insert into auth.refresh_tokens (session_id, salt, token_hash, parent_id, created_at, updated_at)
  values (session.id, new_salt, new_hash, token.id, at, at);
  update auth.sessions s
  set refreshed_at = at, updated_at = at, user_agent = coalesce(agent, s.user_agent), ip = coalesce(address, s.ip)
  where s.id = session.id;
  outcome := 'refreshed';
  salt := new_salt;
  rotated := true;
  return next; return;
exception
  when lock_not_available then
    outcome := 'conflict';
    return next; return;
end
$$;
revoke execute on function auth.refresh_session(
  bytea, bytea, bytea, timestamptz, integer, integer, integer, text, inet) from public;

comment on function auth.refresh_session(bytea, bytea, bytea, timestamptz, integer, integer, integer, text, inet) is 'Exchanges a refresh token for the next one, with GoTrue''s rules of reuse, in one statement.';
