-- `updated_at` follows every change here too.
create or replace trigger touch_updated_at before update on public.streamers
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.bookings
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.payments
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.payout_accounts
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.person_settings
for each row execute function private.touch_updated_at();
