-- What the team sees of a person's age: whether they are of age, and of a minor how the consent of their guardian stands. Neither a date of birth, nor
-- who the guardian is. Support, which answers « pourquoi ne puis-je pas payer », reads the limit and what of it is used; moderation does not.
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
