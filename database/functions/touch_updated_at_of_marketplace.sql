-- `updated_at` follows every change here too, save where the team features a page: that is nothing that a streamer who edits it has missed.
-- No statement changes what is featured together with anything else.
create or replace trigger touch_updated_at before update on public.streamers
for each row when ((old.featured_at, old.featured_position, old.featured_from, old.featured_until)
  is not distinct from (new.featured_at, new.featured_position, new.featured_from, new.featured_until))
execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.bookings
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.payments
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.payout_accounts
for each row execute function private.touch_updated_at();
create or replace trigger touch_updated_at before update on public.person_settings
for each row execute function private.touch_updated_at();
