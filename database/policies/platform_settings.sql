-- Everybody may know the fee, the pending hours and the payout minimum, of every version. Who changed them and why is for
-- the audit log. Only the server writes.
alter table public.platform_settings enable row level security;
revoke all on public.platform_settings from public, anon, authenticated, service_role;
grant select (version, fee_basis_points, pending_hours, payout_minimum_cents, created_at)
  on public.platform_settings to anon, authenticated;
grant select, insert on public.platform_settings to service_role;

drop policy if exists platform_settings_read on public.platform_settings;
create policy platform_settings_read on public.platform_settings for select to anon, authenticated using (true);
