-- Payments, what the provider was told and said, and the double-entry ledger (domain/money).

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings,
  viewer_id uuid references public.profiles on delete set null,
  streamer_id uuid references public.streamers on delete set null,
  kind text not null default 'booking',
  provider text not null,
  -- The provider's names for the checkout page and for the payment itself.
  checkout_reference text,
  payment_reference text,
  checkout_url text,
  -- Where the streamer's share goes at the provider, when they have an account there.
  destination_reference text,
  state text not null default 'open',
  amount_cents integer not null,
  fee_basis_points integer not null,
  settings_version integer not null references public.platform_settings,
  captured_cents integer not null default 0,
  refunded_cents integer not null default 0,
  disputed_cents integer not null default 0,
  -- Of the last attempt, a code of ours.
  failure text,
  authorised_at timestamptz,
  captured_at timestamptz,
  -- When the streamer's share becomes available, and when it did.
  release_due_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_kind_check check (kind in ('booking', 'extension')),
  constraint payments_provider_check check (provider in ('sandbox', 'stripe')),
  constraint payments_state_check check (state in ('open', 'authorised', 'captured', 'voided', 'declined', 'expired')),
  constraint payments_amount_check check (amount_cents >= 50),
  constraint payments_captured_check check (captured_cents between 0 and amount_cents),
  constraint payments_refunded_check check (refunded_cents between 0 and captured_cents),
  constraint payments_disputed_check check (disputed_cents between 0 and captured_cents - refunded_cents),
  constraint payments_checkout_reference_key unique (provider, checkout_reference),
  constraint payments_payment_reference_key unique (provider, payment_reference)
);
create index payments_booking_id_idx on public.payments (booking_id, created_at);
-- One way to pay for a booking at a time, so that it is paid once.
create unique index payments_live_key on public.payments (booking_id)
  where kind = 'booking' and state in ('open', 'authorised', 'captured');
create index payments_viewer_id_idx on public.payments (viewer_id, created_at desc);
create index payments_streamer_id_idx on public.payments (streamer_id, created_at desc);
create index payments_settings_version_idx on public.payments (settings_version);
create index payments_release_due_at_idx on public.payments (release_due_at) where released_at is null and release_due_at is not null;
create index payments_open_idx on public.payments (updated_at) where state in ('open', 'authorised');
create index payments_created_at_idx on public.payments (created_at desc, id);

-- What the provider has to be told, written in the transaction that decided it; a job tells it, under the order's id as
-- idempotency key, and records the answer with the ledger posting.
create table public.payment_orders (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments,
  kind text not null,
  amount_cents integer not null,
  -- The kind of posting that a refund makes: 'refund', or 'settlement' when attendance decided.
  posting_kind text,
  state text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  provider_reference text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint payment_orders_kind_check check (kind in ('capture', 'void', 'refund')),
  constraint payment_orders_state_check check (state in ('pending', 'done', 'failed')),
  constraint payment_orders_amount_check check (amount_cents >= 0),
  constraint payment_orders_done_check check ((state = 'done') = (done_at is not null))
);
create index payment_orders_payment_id_idx on public.payment_orders (payment_id, created_at);
create index payment_orders_due_idx on public.payment_orders (next_attempt_at) where state = 'pending';

-- Each event of a provider, once: written in the transaction that carries out what it says.
create table private.provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payment_id uuid,
  received_at timestamptz not null default now(),
  -- What became of it: 'applied', or why not.
  outcome text not null,
  primary key (provider, event_id)
);

create table public.payout_accounts (
  streamer_id uuid primary key references public.streamers on delete cascade,
  provider text not null,
  account_reference text not null,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements_due text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_accounts_reference_key unique (provider, account_reference)
);

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: the record of money sent outlives the account.
  streamer_id uuid not null,
  provider text not null,
  account_reference text not null,
  amount_cents integer not null,
  state text not null default 'pending',
  provider_reference text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  constraint payouts_state_check check (state in ('pending', 'sent', 'paid', 'failed')),
  constraint payouts_amount_check check (amount_cents > 0),
  constraint payouts_provider_reference_key unique (provider, provider_reference)
);
create index payouts_streamer_id_idx on public.payouts (streamer_id, created_at desc);
create unique index payouts_open_key on public.payouts (streamer_id) where state in ('pending', 'sent');

-- Written once and never changed. `source` names what caused it ('order:<id>', 'event:<provider>:<id>', 'release:<payment>'),
-- and makes each cause count once.
create table public.ledger_postings (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  kind text not null,
  source text not null,
  payment_id uuid references public.payments,
  payout_id uuid references public.payouts,
  constraint ledger_postings_source_key unique (source),
  constraint ledger_postings_kind_check check (kind in (
    'capture', 'extension', 'processing_cost', 'refund', 'settlement', 'release', 'payout_sent', 'payout_paid',
    'payout_failed', 'dispute_opened', 'dispute_won', 'dispute_lost'))
);
create index ledger_postings_payment_id_idx on public.ledger_postings (payment_id, at);
create index ledger_postings_payout_id_idx on public.ledger_postings (payout_id, at);
create index ledger_postings_at_idx on public.ledger_postings (at desc, id);

create table public.ledger_lines (
  id bigint generated always as identity primary key,
  posting_id uuid not null references public.ledger_postings,
  account text not null,
  -- No foreign key: the books outlive the account.
  streamer_id uuid,
  -- Debit is positive, credit negative.
  amount_cents bigint not null,
  constraint ledger_lines_amount_check check (amount_cents <> 0),
  constraint ledger_lines_account_check check (
    account in ('provider_balance', 'disputed_funds', 'processing_costs', 'dispute_costs', 'platform_fees') and streamer_id is null
    or account in ('streamer_pending', 'streamer_available', 'payouts_in_transit') and streamer_id is not null)
);
create index ledger_lines_posting_id_idx on public.ledger_lines (posting_id);
create index ledger_lines_streamer_id_idx on public.ledger_lines (streamer_id, account) include (amount_cents) where streamer_id is not null;
