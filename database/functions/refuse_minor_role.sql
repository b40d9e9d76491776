-- Streamers and admins are adults, no matter who writes the role or the age. The two rows lock each other: of two changes at once, the second sees the first.
create or replace function private.refuse_minor_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role in ('streamer', 'admin') and private.is_minor(new.id, now()) then
    raise exception 'streamers and admins are adults' using errcode = 'check_violation', constraint = 'profiles_role_adult';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_minor_role() from public;

create or replace trigger refuse_minor_role before update of role on public.profiles
for each row execute function private.refuse_minor_role();

comment on function private.refuse_minor_role() is 'Refuses the roles of adults to a minor.';

create or replace function private.refuse_age_of_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  role_now text;
begin
  select p.role into role_now from public.profiles p where p.id = new.person_id for share;
  if role_now in ('streamer', 'admin') and private.is_minor(new.person_id, now()) then
    raise exception 'streamers and admins are adults' using errcode = 'check_violation', constraint = 'profiles_role_adult';
  end if;
  return null;
end
$$;
revoke execute on function private.refuse_age_of_role() from public;

create or replace trigger refuse_age_of_role after insert or update of birth_date on public.ages
for each row when (new.birth_date is not null) execute function private.refuse_age_of_role();

comment on function private.refuse_age_of_role() is 'Refuses the age of a minor to a streamer or an admin.';
