-- The admin pages' views of the marketplace: signed-in people may query them, only an admin gets rows.
revoke all on public.admin_streamers, public.admin_sessions, public.admin_session_rows, public.admin_payments, public.admin_ledger_balances,
  public.admin_settings_versions, public.admin_failed_payouts, public.admin_identity_requests, public.admin_payment_cases from public, anon, authenticated, service_role;
grant select on public.admin_streamers, public.admin_sessions, public.admin_session_rows, public.admin_payments, public.admin_ledger_balances,
  public.admin_settings_versions, public.admin_failed_payouts, public.admin_identity_requests, public.admin_payment_cases to authenticated, service_role;
