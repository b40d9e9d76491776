-- Whether the caller is an admin, whatever their role within the team (private.is_of_team asks for one): by their profile, whatever their token or e-mail says. Policies and the admin views call this. It lives
-- outside the exposed schemas and runs with its owner's rights, so a policy on profiles may call it too. An admin whose token lacks the
-- second factor (aal2) that they have, or that the team must have, is none: `/rest/v1` is no way round it. Neither is somebody at whose pages another looks.
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = auth.uid() and p.role = 'admin'
    and not private.asks_second_factor(p.id, auth.jwt() ->> 'aal', true)) and not private.another_looks()
$$;
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

comment on function private.is_admin() is 'Whether the caller is an admin, by their profile, and showed the second factor that they must.';
