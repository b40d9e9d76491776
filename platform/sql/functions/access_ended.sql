-- Whether the access that a still valid token promises has ended: its session was signed out, or
-- its person deleted or banned. A token without a session (an API key, or one made elsewhere) ends
-- only when its person is banned or deleted. The session of a token that only looks is a viewing,
-- which ends with the session of who looks, and goes on while the person whose pages are seen is
-- banned. Called with the server's own rights, before the transaction takes on the caller's role.
create or replace function auth.access_ended(session_id uuid, person_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if session_id is not null then
    return not exists (
      select from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = access_ended.session_id and u.id = access_ended.person_id
        and (s.not_after is null or s.not_after > now())
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    ) and not exists (
      select from auth.viewings v join auth.users p on p.id = v.person_id
      where v.id = access_ended.session_id and v.person_id = access_ended.person_id and v.not_after > now() and p.deleted_at is null
        and not auth.access_ended(v.session_id, (select s.user_id from auth.sessions s where s.id = v.session_id))
    );
  end if;
  return person_id is not null and exists (
    select from auth.users u
    where u.id = access_ended.person_id and (u.deleted_at is not null or u.banned_until > now())
  );
end
$$;
revoke execute on function auth.access_ended(uuid, uuid) from public;
-- The role changes within the same statement, so the roles that requests run as need the right to
-- call this too. It reveals only what the caller's own token already does.
grant execute on function auth.access_ended(uuid, uuid) to anon, authenticated, service_role;

comment on function auth.access_ended(uuid, uuid) is 'Says whether a session or a person may no longer use what was opened with their token.';
