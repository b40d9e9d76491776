comment on table public.admin_requests is 'Somebody asks to be an admin; an admin decides.';
comment on column public.admin_requests.id is 'The request.';
comment on column public.admin_requests.person_id is 'Who asks.';
comment on column public.admin_requests.state is 'pending, approved or refused.';
comment on column public.admin_requests.created_at is 'When it was asked.';
comment on column public.admin_requests.decided_by is 'The admin who decided; null while it is pending or when that account is gone.';
comment on column public.admin_requests.decided_at is 'When it was decided.';
comment on column public.admin_requests.reason is 'Why, in the admin''s words.';

-- A person sees what became of their own request; admins see all. Asking happens at sign-up,
-- deciding is a command.
alter table public.admin_requests enable row level security;
revoke all on public.admin_requests from public, anon, authenticated, service_role;
grant select (id, person_id, state, created_at, decided_by, decided_at, reason)
  on public.admin_requests to authenticated;
grant select, insert, update, delete on public.admin_requests to service_role;

drop policy if exists admin_requests_read_own on public.admin_requests;
create policy admin_requests_read_own on public.admin_requests for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists admin_requests_read_as_admin on public.admin_requests;
create policy admin_requests_read_as_admin on public.admin_requests for select to authenticated
using ((select private.is_of_team('{}')));

drop policy if exists admin_requests_not_by_another on public.admin_requests;
create policy admin_requests_not_by_another on public.admin_requests as restrictive for select to authenticated using (not (select private.another_looks()));

-- Requests to be an admin, with who asks and who decided, for the admin page. Guarded as
-- admin_people is.
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

revoke all on public.admin_request_details from public, anon, authenticated, service_role;
grant select on public.admin_request_details to authenticated, service_role;
