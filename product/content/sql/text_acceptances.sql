comment on table public.text_acceptances is 'Which version of a text somebody accepted: the conditions of use at sign-up and when they change, those of sale with a payment.';
comment on column public.text_acceptances.person_id is 'Who accepted.';
comment on column public.text_acceptances.slug is 'Which text.';
comment on column public.text_acceptances.version is 'Which version of it.';
comment on column public.text_acceptances.accepted_at is 'When they first did.';

alter table public.text_acceptances enable row level security;
revoke all on public.text_acceptances from public, anon, authenticated, service_role;
grant select (person_id, slug, version, accepted_at) on public.text_acceptances to authenticated;
grant select, insert on public.text_acceptances to service_role;
drop policy if exists text_acceptances_own on public.text_acceptances;
create policy text_acceptances_own on public.text_acceptances for select to authenticated
using (person_id = (select auth.uid()));

-- The version in force of a text becomes accepted by a person, unless it was already. Nothing
-- happens while nobody has written it.
create or replace function private.accept_text(person uuid, text_slug text, accepted timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.text_acceptances (person_id, slug, version, accepted_at)
  select person, v.slug, v.version, greatest(accepted, v.effective_at)
  from public.text_versions v
  where v.slug = text_slug and v.effective_at <= now()
  order by v.version desc limit 1
  on conflict do nothing
$$;
revoke execute on function private.accept_text(uuid, text, timestamptz) from public;

comment on function private.accept_text(uuid, text, timestamptz) is 'Keeps that a person accepted the version in force of a text.';

-- The conditions of use in force, for who has not accepted them.
create or replace view public.texts_to_accept with (security_barrier) as
select v.slug, v.version, v.effective_at
from public.text_versions v
where v.slug = 'cgu' and (select auth.uid()) is not null
  and v.version = (select max(o.version) from public.text_versions o where o.slug = v.slug and o.effective_at <= now())
  and not exists (
    select from public.text_acceptances a
    where a.person_id = (select auth.uid()) and a.slug = v.slug and a.version = v.version
  );
comment on view public.texts_to_accept is 'The conditions of use in force, when the caller has not accepted them yet.';

revoke all on public.texts_to_accept from public, anon, authenticated, service_role;
grant select on public.texts_to_accept to authenticated, service_role;
