-- The team: each admin with their roles within it. Guarded as admin_people is.
create or replace view public.admin_team with (security_barrier) as
select p.id, nullif(concat_ws(' ', p.first_name, p.last_name), '') as name, u.email, p.avatar_url, p.first_name, p.last_name, p.role,
  coalesce((select array_agg(r.role order by r.role) from public.team_roles r where r.person_id = p.id), '{}') as team_roles,
  coalesce(u.banned_until > now(), false) as is_suspended, p.id = (select auth.uid()) as is_me
from public.profiles p
join auth.users u on u.id = p.id and u.deleted_at is null
where p.role = 'admin' and ((select private.is_admin()) or current_user = 'service_role');

comment on view public.admin_team is 'Each admin with their roles within the team, for the admin.';
