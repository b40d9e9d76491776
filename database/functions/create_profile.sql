-- Gives every account a profile from the start, made from what the person gave at sign-up. That input is not trusted: names of a wrong
-- length and unknown roles are left out instead of refusing the account, since other clients sign up with other metadata. The role admin
-- is given only where this deployment allows it; otherwise the person becomes a viewer, and an admin decides on the request.
create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := new.raw_user_meta_data ->> 'role';
  given_role text;
  first_name text := trim(new.raw_user_meta_data ->> 'first_name');
  last_name text := trim(new.raw_user_meta_data ->> 'last_name');
  age text := new.raw_user_meta_data ->> 'declared_age';
  is_open boolean;
begin
  if wanted = 'admin' then
    select d.admin_signup = 'open' into is_open from private.deployments d;
    given_role := case when is_open then 'admin' else 'viewer' end;
  elsif wanted in ('viewer', 'streamer') then
    given_role := wanted;
  end if;
  insert into public.profiles (id, role, first_name, last_name, created_at, updated_at)
  values (
    new.id, given_role,
    case when char_length(first_name) between 2 and 80 then first_name end,
    case when char_length(last_name) between 2 and 80 then last_name end,
    new.created_at, new.created_at
  );
  if given_role = 'admin' then
    update public.team_roles set role = 'all' where person_id = new.id;
  end if;
  if wanted = 'admin' and given_role <> 'admin' then
    insert into public.admin_requests (person_id) values (new.id);
  end if;
  -- The form says that who signs up accepts the conditions of use.
  perform private.accept_text(new.id, 'cgu', new.created_at);
  perform private.keep_declared_age(new.id, age, new.created_at);
  -- The age is kept once, where it ends by itself.
  if age is not null then
    update auth.users set raw_user_meta_data = raw_user_meta_data - 'declared_age' where id = new.id;
  end if;
  return new;
end
$$;
revoke execute on function private.create_profile() from public;

create or replace trigger create_profile after insert on auth.users
for each row execute function private.create_profile();

comment on function private.create_profile() is 'Makes the profile of a new account from what the person gave at sign-up.';
