-- The same bounds as the command that changes the settings has (domain/settings.ts), so that no other way in goes past them.
alter table public.platform_settings
  drop constraint platform_settings_fee_check,
  drop constraint platform_settings_pending_hours_check,
  drop constraint platform_settings_payout_minimum_check,
  add constraint platform_settings_fee_check check (fee_basis_points between 0 and 3000),
  add constraint platform_settings_pending_hours_check check (pending_hours between 0 and 720),
  add constraint platform_settings_payout_minimum_check check (payout_minimum_cents between 100 and 50000);
