-- The team reads who may do what in it. Written by administration/set-team-roles, and with the
-- profile's role.
alter table public.team_roles enable row level security;
revoke all on public.team_roles from public, anon, authenticated, service_role;
grant select (person_id, role, granted_at) on public.team_roles to authenticated;
grant select, insert, update, delete on public.team_roles to service_role;

drop policy if exists team_roles_read on public.team_roles;
create policy team_roles_read on public.team_roles for select to authenticated
using ((select private.is_admin()));

-- Whether somebody of the team looks at the caller's pages through the caller's token, which names
-- them as its actor. Rows that the team does not read, or that are the person's own alone, are
-- closed then: words between people, what a person keeps for themself, and the money and papers
-- that only finance reads. The policies that close them stand with their tables, restrictive, so
-- that no other policy opens them again.
create or replace function private.another_looks() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ? 'act', false)
$$;
revoke execute on function private.another_looks() from public;
grant execute on function private.another_looks() to anon, authenticated, service_role;

comment on function private.another_looks() is 'Whether somebody of the team looks at the caller''s pages through this token.';

-- How many people can run the platform: admins who may do all in the team and are neither suspended
-- nor deleted nor waiting for their deletion. It takes, until the end of the transaction, the lock
-- under which that number changes: a caller that would lower the number calls this, acts, and calls
-- it again. Two admins who demote each other at once therefore act one after the other.
create or replace function private.count_active_admins() returns integer
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7506513002);
  return (
    select count(*) from public.profiles p join auth.users u on u.id = p.id
    where p.role = 'admin' and exists (select from public.team_roles r where r.person_id = p.id and r.role = 'all') and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and not exists (select from public.deletion_requests d where d.person_id = p.id)
  );
end
$$;
revoke execute on function private.count_active_admins() from public;

comment on function private.count_active_admins() is 'How many people can run the platform, under the lock that changes of that number take.';

-- Whether the caller is an admin, whatever their role within the team (private.is_of_team asks for
-- one): by their profile, whatever their token or e-mail says. Policies and the admin views call
-- this. It lives outside the exposed schemas and runs with its owner's rights, so a policy on
-- profiles may call it too. An admin whose token lacks the second factor (aal2) that they have, or
-- that the team must have, is none: `/rest/v1` is no way round it. Neither is somebody at whose
-- pages another looks.
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = auth.uid() and p.role = 'admin'
    and not private.asks_second_factor(p.id, auth.jwt() ->> 'aal', true)) and not private.another_looks()
$$;
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

comment on function private.is_admin() is 'Whether the caller is an admin, by their profile, and showed the second factor that they must.';

-- Whether the caller is an admin with one of these roles within the team; `all` is every one, and
-- none but it has what is asked for with an empty list. Policies and views ask it for what not
-- everybody of the team needs.
create or replace function private.is_of_team(wanted text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admin() and exists (select from public.team_roles r
    where r.person_id = auth.uid() and (r.role = 'all' or r.role = any(wanted)))
$$;
revoke execute on function private.is_of_team(text[]) from public;
grant execute on function private.is_of_team(text[]) to anon, authenticated, service_role;

comment on function private.is_of_team(text[]) is 'Whether the caller is an admin with one of these roles within the team, or with all.';

-- A person who becomes an admin begins with the least, and one who is none any more keeps nothing:
-- whatever made the change. Who gives more says so afterwards, in the same transaction.
create or replace function private.keep_team_roles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role = 'admin' then
    insert into public.team_roles (person_id, role) values (new.id, 'read_only') on conflict do nothing;
  else
    delete from public.team_roles where person_id = new.id;
  end if;
  return null;
end
$$;
revoke execute on function private.keep_team_roles() from public;

comment on function private.keep_team_roles() is 'Gives a new admin the role read_only, and takes the roles from one who is none any more.';

-- The team: each admin with their roles within it. Guarded as admin_people is.
create or replace view public.admin_team with (security_barrier) as
select p.id, nullif(concat_ws(' ', p.first_name, p.last_name), '') as name, u.email, p.avatar_url, p.first_name, p.last_name, p.role,
  coalesce((select array_agg(r.role order by r.role) from public.team_roles r where r.person_id = p.id), '{}') as team_roles,
  coalesce(u.banned_until > now(), false) as is_suspended, p.id = (select auth.uid()) as is_me
from public.profiles p
join auth.users u on u.id = p.id and u.deleted_at is null
where p.role = 'admin' and ((select private.is_admin()) or current_user = 'service_role');

comment on view public.admin_team is 'Each admin with their roles within the team, for the admin.';

revoke all on public.admin_team from public, anon, authenticated, service_role;
grant select on public.admin_team to authenticated, service_role;
