-- Signed-in people may query them, only an admin gets rows (the views call private.is_admin); failed orders are for finance.
revoke all on public.admin_system, public.admin_processes, public.admin_errors, public.admin_live_rooms, public.admin_failed_orders
  from public, anon, authenticated, service_role;
grant select on public.admin_system, public.admin_processes, public.admin_errors, public.admin_live_rooms, public.admin_failed_orders
  to authenticated, service_role;
revoke all on private.system_figures, private.processes, private.errors from public, anon, authenticated, service_role;
