-- Gives every account a profile from the start, made from what the person gave at sign-up. That input is not trusted: names of a wrong
-- length are left out instead of refusing the account, since other clients sign up with other metadata.
create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := new.raw_user_meta_data ->> 'role';
  first_name text := trim(new.raw_user_meta_data ->> 'first_name');
  last_name text := trim(new.raw_user_meta_data ->> 'last_name');
begin
  insert into public.profiles (id, role, first_name, last_name, created_at, updated_at)
  values (
    new.id, private.role_at_sign_up(wanted),
    case when char_length(first_name) between 2 and 80 then first_name end,
    case when char_length(last_name) between 2 and 80 then last_name end,
    new.created_at, new.created_at
  );
  perform private.keep_wish_for_admin(new.id, wanted);
  -- The form says that who signs up accepts the conditions of use.
  perform private.accept_text(new.id, 'cgu', new.created_at);
  return new;
end
$$;
revoke execute on function private.create_profile() from public;

create or replace trigger create_profile after insert on auth.users
for each row execute function private.create_profile();

comment on function private.create_profile() is 'Makes the profile of a new account from what the person gave at sign-up.';
