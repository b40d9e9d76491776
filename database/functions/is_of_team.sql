-- Whether the caller is an admin with one of these roles within the team; `all` is every one, and none but it has what is asked for with an empty list.
-- Policies and views ask it for what not everybody of the team needs.
create or replace function private.is_of_team(wanted text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admin() and exists (select from public.team_roles r
    where r.person_id = auth.uid() and (r.role = 'all' or r.role = any(wanted)))
$$;
revoke execute on function private.is_of_team(text[]) from public;
grant execute on function private.is_of_team(text[]) to anon, authenticated, service_role;

comment on function private.is_of_team(text[]) is 'Whether the caller is an admin with one of these roles within the team, or with all.';
