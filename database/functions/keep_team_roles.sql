-- A person who becomes an admin begins with the least, and one who is none any more keeps nothing: whatever made the change. Who gives more says so
-- afterwards, in the same transaction.
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

create or replace trigger keep_team_roles_of_new after insert on public.profiles
for each row when (new.role = 'admin') execute function private.keep_team_roles();
create or replace trigger keep_team_roles after update of role on public.profiles
for each row when (new.role is distinct from old.role) execute function private.keep_team_roles();

comment on function private.keep_team_roles() is 'Gives a new admin the role read_only, and takes the roles from one who is none any more.';
comment on trigger keep_team_roles_of_new on public.profiles is 'Each admin has a role within the team.';
comment on trigger keep_team_roles on public.profiles is 'Each admin has a role within the team, and nobody else.';
