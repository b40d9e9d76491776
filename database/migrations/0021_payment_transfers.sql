-- A payment that was taken before its streamer had an account: the share waits with the platform and is transferred
-- before a payout. What of it went back since is known by the refunds.
alter table public.payments
  add column transfer_reference text,
  add column transferred_cents integer not null default 0,
  add constraint payments_transferred_check check (transferred_cents between 0 and captured_cents);
create index payments_untransferred_idx on public.payments (streamer_id)
  where destination_reference is null and transfer_reference is null and released_at is not null;
