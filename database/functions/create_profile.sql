create or replace function private.is_plain_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 2 and 80 and name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]' and name !~ '://|[^ .．。｡][.．。｡][^ .．。｡]{2}'
$$;
revoke execute on function private.is_plain_name(text) from public;
comment on function private.is_plain_name(text) is 'Whether a given name passes the checks of a profile.';

-- Gives every account a profile from the start, made from what the person gave at sign-up. That input is not trusted: names that the
-- table would refuse are left out instead of refusing the account, since other clients sign up with other metadata.
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
    case when private.is_plain_name(first_name) then first_name end,
    case when private.is_plain_name(last_name) then last_name end,
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
