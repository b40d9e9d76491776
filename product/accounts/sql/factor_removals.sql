comment on table public.factor_removals is 'A request of somebody who lost their second factors, which the team grants with a day''s delay. One open a person.';
comment on column public.factor_removals.id is 'The request.';
comment on column public.factor_removals.person_id is 'Who asks.';
comment on column public.factor_removals.words is 'What they lost, and how the team may know that it is them.';
comment on column public.factor_removals.state is 'asked; granted, which takes effect a day later; refused; cancelled by the person; done.';
comment on column public.factor_removals.asked_at is 'When.';
comment on column public.factor_removals.token_hash is 'SHA-256 of the secret in the first mail, with which the person calls it off.';
comment on column public.factor_removals.granted_token_hash is 'The same of the mail that tells of the team''s yes.';
comment on column public.factor_removals.decided_by is 'Who of the team decided, never the person themself.';
comment on column public.factor_removals.decided_at is 'When the team decided.';
comment on column public.factor_removals.reason is 'How the team knows that it is them, or why it refuses.';
comment on column public.factor_removals.takes_effect_at is 'When the factors go, a day after the team''s yes at least.';
comment on column public.factor_removals.ended_at is 'When it was refused, called off or carried out.';

-- A person sees how their own request stands, also before they have shown a second factor; support
-- sees the open ones. All is written by commands.
alter table public.factor_removals enable row level security;
revoke all on public.factor_removals from public, anon, authenticated, service_role;
grant select (id, person_id, words, state, asked_at, takes_effect_at, ended_at) on public.factor_removals to authenticated;
grant select, insert, update, delete on public.factor_removals to service_role;

drop policy if exists factor_removals_read on public.factor_removals;
create policy factor_removals_read on public.factor_removals for select to authenticated
using (person_id = (select auth.uid()) or (select private.is_of_team('{support}')));

-- Whether somebody has yet to show their second factor: they have one that was verified and their
-- token says aal1, or they are of the team and the team must have one. Commands ask it for the
-- person behind the token, policies through private.is_admin and private.has_shown_factor.
create or replace function private.asks_second_factor(person_id uuid, aal text, for_team boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(aal, 'aal1') <> 'aal2' and (
    (for_team and (select d.admin_mfa = 'required' from private.deployments d))
    or exists (
      select from auth.mfa_factors f
      where f.user_id = asks_second_factor.person_id and f.status = 'verified'))
$$;
revoke execute on function private.asks_second_factor(uuid, text, boolean) from public;

comment on function private.asks_second_factor(uuid, text, boolean) is 'Whether a person must show their second factor first, given the aal of their token.';

-- For the rows of a person that tell of their money: the caller's token is at aal2, or they have no
-- second factor; and nobody else looks through it.
create or replace function private.has_shown_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.asks_second_factor(auth.uid(), auth.jwt() ->> 'aal', false) and not private.another_looks()
$$;
revoke execute on function private.has_shown_factor() from public;
grant execute on function private.has_shown_factor() to authenticated;

comment on function private.has_shown_factor() is 'Whether the caller showed their second factor, or has none.';

-- Anybody who shows their second factor has it: a request to remove it is over, whether the team
-- has granted it or not.
create or replace function private.keep_factors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.factor_removals set state = 'cancelled', ended_at = greatest(new.updated_at, asked_at)
  where person_id = new.user_id and state in ('asked', 'granted');
  return null;
end
$$;
revoke execute on function private.keep_factors() from public;

create or replace trigger keep_factors after update of aal on auth.sessions
for each row when (new.aal = 'aal2')
execute function private.keep_factors();
comment on trigger keep_factors on auth.sessions is 'Who shows a second factor has not lost it.';

comment on function private.keep_factors() is 'Ends the request to remove the second factors of somebody who has just shown one.';

-- Requests to remove lost second factors that are open, with who asks and what is known of them,
-- for the team. Guarded as admin_people is.
create or replace view public.admin_factor_removals with (security_barrier) as
select
  r.id, r.person_id, r.words, r.state, r.asked_at, r.decided_at, r.reason, r.takes_effect_at,
  u.email, p.first_name, p.last_name, p.avatar_url, p.role, u.created_at as member_since,
  concat_ws(' ', by.first_name, by.last_name) as decided_by_name
from public.factor_removals r
join public.profiles p on p.id = r.person_id
join auth.users u on u.id = r.person_id
left join public.profiles by on by.id = r.decided_by
where r.state in ('asked', 'granted') and ((select private.is_of_team('{support}')) or current_user = 'service_role');

comment on view public.admin_factor_removals is 'Open requests to remove lost second factors, with who asks, for the team.';

revoke all on public.admin_factor_removals from public, anon, authenticated, service_role;
grant select on public.admin_factor_removals to authenticated, service_role;
