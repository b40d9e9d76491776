-- Requests to remove lost second factors that are open, with who asks and what is known of them, for the team. Guarded as admin_people is.
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
