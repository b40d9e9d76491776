-- What follows from the wish to be an admin, once the profile is there: an admin at once may do all in the team; another has asked.
create or replace function private.keep_wish_for_admin(person uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if wanted is distinct from 'admin' then return; end if;
  update public.team_roles t set role = 'all'
  from public.profiles p where t.person_id = person and p.id = person and p.role = 'admin';
  insert into public.admin_requests (person_id)
  select p.id from public.profiles p where p.id = person and p.role is distinct from 'admin'
  on conflict do nothing;
end
$$;
revoke execute on function private.keep_wish_for_admin(uuid, text) from public;
grant execute on function private.keep_wish_for_admin(uuid, text) to service_role;

comment on function private.keep_wish_for_admin(uuid, text) is 'Gives a new admin all of the team, or keeps the request of who wished to be one.';
