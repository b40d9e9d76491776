-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_integrity_checks from public, anon, authenticated, service_role;
grant select on public.admin_integrity_checks to authenticated, service_role;
revoke all on private.integrity_checks from public, anon, authenticated, service_role;
