-- Signed-in people may query it, only the team gets rows.
revoke all on public.admin_queue from public, anon, authenticated, service_role;
grant select on public.admin_queue to authenticated, service_role;
