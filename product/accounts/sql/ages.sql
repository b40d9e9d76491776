comment on table public.ages is 'What people said of their age. Of who was of age nothing but that; of a minor the date of birth, until they are 18.';
comment on column public.ages.person_id is 'Whose.';
comment on column public.ages.birth_date is 'Of a minor. Null: they said that they were of age, or have come of age since.';
comment on column public.ages.declared_at is 'When they said it.';

-- A person reads their own age. Commands and the trigger of sign-up write it.
alter table public.ages enable row level security;
revoke all on public.ages from public, anon, authenticated, service_role;
grant select (person_id, birth_date, declared_at) on public.ages to authenticated;
grant select, insert, update, delete on public.ages to service_role;

drop policy if exists ages_read_own on public.ages;
create policy ages_read_own on public.ages for select to authenticated
using (person_id = (select auth.uid()));

-- Whether a person is under 18 in Paris at an instant. Nobody is one whose age is not known; what
-- asks for an adult asks `is_adult`.
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

-- Streamers and admins are adults, no matter who writes the role or the age. The two rows lock each
-- other: of two changes at once, the second sees the first.
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
comment on trigger refuse_age_of_role on public.ages is 'Streamers and the team are adults.';

comment on function private.refuse_age_of_role() is 'Refuses the age of a minor to a streamer or an admin.';

-- The team's view of a person's age: whether they are of age, and of a minor the state of their
-- guardian's consent. Neither a date of birth, nor who the guardian is. Support, which answers
-- « pourquoi ne puis-je pas payer », reads the limit and what of it is used; moderation does not.
-- Guarded as admin_people is.
create or replace view public.admin_ages with (security_barrier) as
select
  p.id as person_id,
  case when m.is_minor then 'minor' when a.person_id is null then 'unknown' else 'adult' end as age,
  a.declared_at,
  g.state as guardian_state,
  g.asked_at as guardian_asked_at,
  g.expires_at as guardian_expires_at,
  g.confirmed_at as guardian_confirmed_at,
  g.ended_at as guardian_ended_at,
  case when s.is_support then g.monthly_cents end as monthly_cents,
  -- As private.spent_in_month, which clients do not call.
  case when s.is_support and g.monthly_cents is not null then (
    select coalesce(sum(y.amount_cents - y.refunded_cents), 0)::integer from public.payments y
    where y.viewer_id = p.id and y.state in ('open', 'authorised', 'captured')
      and y.created_at >= date_trunc('month', now() at time zone 'Europe/Paris') at time zone 'Europe/Paris') end as spent_cents
from public.profiles p
join auth.users u on u.id = p.id and u.deleted_at is null
left join public.ages a on a.person_id = p.id
cross join lateral (
  select coalesce(a.birth_date > (now() at time zone 'Europe/Paris')::date - interval '18 years', false) as is_minor
) m
left join lateral (
  select * from public.guardianships h where h.person_id = p.id and m.is_minor order by h.asked_at desc, h.id limit 1
) g on true
cross join (select private.is_of_team('{support}') or current_user = 'service_role' as is_support) s
where (select private.is_of_team('{support,moderation}')) or current_user = 'service_role';

comment on view public.admin_ages is 'Whether people are of age, and how a minor''s guardian stands, for the team.';

revoke all on public.admin_ages from public, anon, authenticated, service_role;
grant select on public.admin_ages to authenticated, service_role;
