-- Whether a person is under 18 in Paris at an instant. Nobody is one whose age is not known; what asks for an adult asks `is_adult`.
create or replace function private.is_minor(person uuid, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ages a
    where a.person_id = person and a.birth_date > (at at time zone 'Europe/Paris')::date - interval '18 years'
  )
$$;
revoke execute on function private.is_minor(uuid, timestamptz) from public;
grant execute on function private.is_minor(uuid, timestamptz) to service_role;

comment on function private.is_minor(uuid, timestamptz) is 'Whether a person is known to be under 18 at an instant.';

create or replace function private.is_adult(person uuid, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ages a
    where a.person_id = person
      and (a.birth_date is null or a.birth_date <= (at at time zone 'Europe/Paris')::date - interval '18 years')
  )
$$;
revoke execute on function private.is_adult(uuid, timestamptz) from public;
grant execute on function private.is_adult(uuid, timestamptz) to service_role;

comment on function private.is_adult(uuid, timestamptz) is 'Whether a person is known to be of age at an instant.';
