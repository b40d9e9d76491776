-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_dead_letters from public, anon, authenticated, service_role;
grant select on public.admin_dead_letters to authenticated, service_role;
