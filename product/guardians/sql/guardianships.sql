comment on table public.guardianships is 'Who answers for a minor, by mail and without an account. One open a minor.';
comment on column public.guardianships.id is 'The guardianship.';
comment on column public.guardianships.person_id is 'The minor.';
comment on column public.guardianships.email is 'Where the guardian is reached, as the minor gave it.';
comment on column public.guardianships.guardian_name is 'As the guardian gave it when they confirmed.';
comment on column public.guardianships.monthly_cents is 'What the minor may pay in a calendar month in Paris.';
comment on column public.guardianships.state is 'asked; confirmed; refused or stopped by the guardian; ended, because another was asked or the minor came of age.';
comment on column public.guardianships.asked_at is 'When the minor asked.';
comment on column public.guardianships.expires_at is 'Until when the guardian may confirm.';
comment on column public.guardianships.confirmed_at is 'When they said that they have parental authority.';
comment on column public.guardianships.told_at is 'When the guardian was told that the payments are stopped.';
comment on column public.guardianships.ended_at is 'When it was refused or stopped, or ended.';

-- A minor sees who answers for them, and how it stands. Commands write it; the secrets of the mails
-- are for the server alone.
alter table public.guardianships enable row level security;
revoke all on public.guardianships from public, anon, authenticated, service_role;
grant select (id, person_id, email, guardian_name, monthly_cents, state, asked_at, expires_at, confirmed_at, ended_at, told_at) on public.guardianships to authenticated;
grant select, insert, update, delete on public.guardianships to service_role;

drop policy if exists guardianships_read_own on public.guardianships;
create policy guardianships_read_own on public.guardianships for select to authenticated
using (person_id = (select auth.uid()));

comment on table private.guardian_links is 'The links in the mails to guardians.';
comment on column private.guardian_links.token_hash is 'SHA-256 of the secret in the link.';
comment on column private.guardian_links.guardianship_id is 'What it leads to.';
comment on column private.guardian_links.created_at is 'When the mail was written.';

revoke all on private.guardian_links from public, anon, authenticated, service_role;

-- A place of an offer for adults goes to people who said that they are of age, no matter who writes
-- it; so does a place on its waiting list. Nothing is asked again later: what somebody booked
-- before their streamer chose this stays theirs.
create or replace function private.refuse_minor_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.offers o where o.id = new.offer_id and o.adults_only)
    and not private.is_adult(new.viewer_id, new.created_at) then
    raise exception 'this offer is for adults' using errcode = 'check_violation', constraint = 'bookings_adults_only';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_minor_place() from public;

comment on function private.refuse_minor_place() is 'Refuses a place of an offer for adults to somebody who is not known to be one.';

-- The sum of somebody's payments in a calendar month of Paris: those that are open count, since
-- they may still be paid, and what came back does not.
create or replace function private.spent_in_month(person uuid, at timestamptz) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::integer from public.payments p
  where p.viewer_id = person and p.state in ('open', 'authorised', 'captured')
    and p.created_at >= date_trunc('month', at at time zone 'Europe/Paris') at time zone 'Europe/Paris'
    and p.created_at < (date_trunc('month', at at time zone 'Europe/Paris') + interval '1 month') at time zone 'Europe/Paris'
$$;
revoke execute on function private.spent_in_month(uuid, timestamptz) from public;
grant execute on function private.spent_in_month(uuid, timestamptz) to service_role;

comment on function private.spent_in_month(uuid, timestamptz) is 'What somebody''s payments of a month come to, in cents.';
