-- The role that a wish gives at sign-up. An unknown one is left out instead of refusing the account, since other clients sign up with other
-- metadata. The role admin is given only where this deployment allows it; elsewhere the person becomes a viewer, and an admin decides.
create or replace function private.role_at_sign_up(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when wanted = 'admin' then case when exists (select from private.deployments d where d.admin_signup = 'open') then 'admin' else 'viewer' end
    when wanted in ('viewer', 'streamer') then wanted
  end
$$;
revoke execute on function private.role_at_sign_up(text) from public;
grant execute on function private.role_at_sign_up(text) to service_role;

comment on function private.role_at_sign_up(text) is 'The role that a wish gives at sign-up; null for a wish that is no role.';
