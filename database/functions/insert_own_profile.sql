-- A person who has no profile makes their own through `/rest/v1/profiles`. The role is the one that sign-up would give for the same wish; a row that
-- says none has the wish of the account's sign-up. Others write profiles as they are.
create or replace function private.give_role_of_own_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := coalesce(new.role, (select u.raw_user_meta_data ->> 'role' from auth.users u where u.id = new.id));
begin
  if (select auth.uid()) is distinct from new.id then return new; end if;
  new.role := private.role_at_sign_up(wanted);
  perform set_config('loge.wished_role', coalesce(wanted, ''), true);
  return new;
end
$$;
revoke execute on function private.give_role_of_own_profile() from public;

create or replace trigger give_role_of_own_profile before insert on public.profiles
for each row execute function private.give_role_of_own_profile();

create or replace function private.keep_wish_of_own_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not distinct from new.id then
    perform private.keep_wish_for_admin(new.id, current_setting('loge.wished_role', true));
  end if;
  return null;
end
$$;
revoke execute on function private.keep_wish_of_own_profile() from public;

-- By its name after keep_team_roles_of_new, which gives the row that this one widens.
create or replace trigger keep_wish_of_own_profile after insert on public.profiles
for each row execute function private.keep_wish_of_own_profile();

comment on function private.give_role_of_own_profile() is 'Gives a profile that its person inserts the role that sign-up would give.';
comment on function private.keep_wish_of_own_profile() is 'Keeps the wish to be an admin of who inserts their own profile.';
comment on trigger give_role_of_own_profile on public.profiles is 'A person’s own row has the role that sign-up would give.';
comment on trigger keep_wish_of_own_profile on public.profiles is 'A person’s own row may be a request to be an admin.';
