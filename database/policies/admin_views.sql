-- The admin page's views: signed-in people may query them, only an admin gets rows (each view calls private.is_admin).
revoke all on public.admin_people, public.admin_ages, public.admin_request_details, public.audit_log_details
  from public, anon, authenticated, service_role;
grant select on public.admin_people, public.admin_ages, public.admin_request_details, public.audit_log_details
  to authenticated, service_role;
