-- Whether a decision in force keeps one of these people from something: a measure ends by itself, or when an appeal overturns it.
create or replace function private.is_restricted(people uuid[], kind text, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.moderation_decisions d
    where d.person_id = any (people) and d.measure = kind and d.ends_at > at and d.appeal_outcome is distinct from 'overturned'
  )
$$;
revoke execute on function private.is_restricted(uuid[], text, timestamptz) from public;
grant execute on function private.is_restricted(uuid[], text, timestamptz) to service_role;

comment on function private.is_restricted(uuid[], text, timestamptz) is 'Whether one of these people may not do something now (no_bookings, no_messages), by a decision of the team.';
