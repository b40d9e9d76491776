-- Requests to be an admin, with who asks and who decided, for the admin page. Guarded as admin_people is.
create or replace view public.admin_request_details with (security_barrier) as
select
  r.id,
  r.person_id,
  u.email,
  p.first_name,
  p.last_name,
  p.avatar_url,
  p.role,
  u.email_confirmed_at is not null as email_confirmed,
  r.state,
  r.created_at,
  r.decided_at,
  r.decided_by,
  concat_ws(' ', by.first_name, by.last_name) as decided_by_name,
  r.reason
from public.admin_requests r
join public.profiles p on p.id = r.person_id
join auth.users u on u.id = r.person_id
left join public.profiles by on by.id = r.decided_by
where (select private.is_of_team('{}')) or current_user = 'service_role';

comment on view public.admin_request_details is 'Requests to be an admin, with who asks and who decided, for the admin.';
