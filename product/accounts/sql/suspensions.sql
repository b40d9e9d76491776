comment on table public.suspensions is 'An account that an admin suspended, and when that ended.';
comment on column public.suspensions.id is 'The suspension.';
comment on column public.suspensions.person_id is 'Who is suspended.';
comment on column public.suspensions.reason is 'Why, in the admin''s words.';
comment on column public.suspensions.until is 'When it ends by itself; null: when an admin lifts it.';
comment on column public.suspensions.created_at is 'When it began.';
comment on column public.suspensions.created_by is 'The admin who suspended.';
comment on column public.suspensions.lifted_at is 'When an admin lifted it; null when none did.';
comment on column public.suspensions.lifted_by is 'The admin who lifted it.';

-- A person sees the suspensions of their own account once they are over (during one they see
-- nothing at all); those of the team who answer or decide about people see all, the reason with
-- them. Suspending and restoring are commands.
alter table public.suspensions enable row level security;
revoke all on public.suspensions from public, anon, authenticated, service_role;
grant select (id, person_id, reason, until, created_at, created_by, lifted_at, lifted_by)
  on public.suspensions to authenticated;
grant select, insert, update, delete on public.suspensions to service_role;

drop policy if exists suspensions_read_own on public.suspensions;
create policy suspensions_read_own on public.suspensions for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists suspensions_read_as_admin on public.suspensions;
create policy suspensions_read_as_admin on public.suspensions for select to authenticated
using ((select private.is_of_team('{support,moderation}')));

-- Whether a decision in force keeps one of these people from something: a measure ends by itself,
-- or when an appeal overturns it.
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
