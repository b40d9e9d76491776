-- The books of the fictitious payment provider (server/integrations/payments/sandbox). They stand where a real provider's
-- would: outside Loge's own tables, which know of them only what webhooks and the port's answers say. No foreign key
-- crosses the line, and nobody but the server reaches the schema.
create schema sandbox;

-- A page on which one payment is made.
create table sandbox.checkouts (
  reference text primary key,
  payment_id text not null,
  amount_cents integer not null,
  title text not null,
  description text not null,
  customer_email text not null,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  account_reference text,
  fee_cents integer,
  -- A card that asks for a second step was given; what the payer chose for its webhook waits here.
  challenge jsonb,
  -- The last card was refused, and why.
  decline text,
  state text not null default 'open',
  created_at timestamptz not null,
  -- A payment has one checkout, however often it is asked for.
  constraint checkouts_payment_id_key unique (payment_id),
  constraint checkouts_state_check check (state in ('open', 'complete', 'expired')),
  constraint checkouts_amount_check check (amount_cents >= 50 and fee_cents between 0 and amount_cents)
);
create index checkouts_expires_at_idx on sandbox.checkouts (expires_at) where state = 'open';

create table sandbox.payments (
  reference text primary key,
  checkout_reference text references sandbox.checkouts,
  payment_id text not null,
  amount_cents integer not null,
  captured_cents integer not null default 0,
  refunded_cents integer not null default 0,
  account_reference text,
  state text not null default 'authorised',
  authorised_at timestamptz not null,
  constraint payments_checkout_reference_key unique (checkout_reference),
  constraint payments_state_check check (state in ('authorised', 'captured', 'voided')),
  constraint payments_captured_check check (captured_cents between 0 and amount_cents),
  constraint payments_refunded_check check (refunded_cents between 0 and captured_cents)
);
create index payments_authorised_at_idx on sandbox.payments (authorised_at) where state = 'authorised';

create table sandbox.accounts (
  reference text primary key,
  streamer_id text not null,
  email text not null,
  -- The address of the page, new with each link, and where it leads back to.
  link text not null,
  return_url text not null,
  enabled_at timestamptz,
  -- The streamer gave a bank account that refuses what is sent to it.
  bank_refuses boolean not null default false,
  constraint accounts_streamer_id_key unique (streamer_id),
  constraint accounts_link_key unique (link)
);

-- Refunds, transfers, reversals and payouts: each once for a key, whatever happened to the answer.
create table sandbox.movements (
  reference text primary key,
  kind text not null,
  key text not null,
  -- What it belongs to: a payment, a transfer or an account.
  of text not null,
  account_reference text,
  amount_cents integer not null,
  state text not null default 'done',
  -- When the bank answers a payout.
  settles_at timestamptz,
  created_at timestamptz not null,
  constraint movements_key_key unique (kind, key),
  constraint movements_kind_check check (kind in ('refund', 'transfer', 'reversal', 'payout')),
  constraint movements_state_check check (state in ('done', 'pending', 'paid', 'failed')),
  constraint movements_amount_check check (amount_cents > 0)
);
create index movements_of_idx on sandbox.movements (of, kind);
create index movements_settles_at_idx on sandbox.movements (settles_at) where state = 'pending';

-- Events on their way to Loge, written with what they tell of: none is lost when the process dies.
create table sandbox.webhooks (
  event_id text primary key,
  body text not null,
  -- How often it is to arrive: twice, when the payer asked for it.
  copies smallint not null default 1,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index webhooks_next_attempt_at_idx on sandbox.webhooks (next_attempt_at) where copies > 0;
