-- Nobody waits for the payment provider within a transaction: a worker claims, calls, and records what came of it.
alter table public.payment_orders add column claimed_by uuid, add column lease_until timestamptz,
  add constraint payment_orders_claim_check check ((claimed_by is null) = (lease_until is null) and (claimed_by is null or state = 'pending'));
alter table public.payouts add column claimed_by uuid, add column lease_until timestamptz,
  add constraint payouts_claim_check check ((claimed_by is null) = (lease_until is null) and (claimed_by is null or state = 'pending'));
alter table public.payments add column wanted_until timestamptz;

comment on column public.payment_orders.claimed_by is 'The claim under which a worker tells the provider just now; another claim is another id.';
comment on column public.payment_orders.lease_until is 'From then on another worker may claim it: the one that had it has died.';
comment on column public.payouts.claimed_by is 'The claim under which a worker sends it just now; another claim is another id.';
comment on column public.payouts.lease_until is 'From then on another worker may claim it: the one that had it has died.';
comment on column public.payments.wanted_until is
  'The end of the hold, or of the time to pay for an extension, as it was when the payer was first sent to the provider: asked again, its page is the same.';
comment on column public.payments.transferred_cents is
  'What goes, or went, to the account of the streamer. Without transfer_reference it is on its way, and no order of the payment is carried out.';
