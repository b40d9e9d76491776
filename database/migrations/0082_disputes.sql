-- What a provider told of a dispute, whatever came first: the books follow from all of it together.
create table private.disputes (
  provider text not null,
  reference text not null,
  payment_id uuid not null references public.payments,
  amount_cents integer not null,
  cost_cents integer not null default 0,
  cost_given_back_cents integer not null default 0,
  funds_withdrawn boolean not null default false,
  funds_reinstated boolean not null default false,
  outcome text,
  borne_by text,
  booked text not null default 'nothing',
  booked_cost_cents integer not null default 0,
  next_look_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (provider, reference),
  constraint disputes_amount_check check (amount_cents > 0 and cost_cents >= 0 and cost_given_back_cents >= 0),
  constraint disputes_outcome_check check (outcome in ('won', 'lost')),
  constraint disputes_borne_by_check check (borne_by in ('streamer', 'platform')),
  constraint disputes_booked_check check (booked in ('nothing', 'opened', 'won', 'lost')),
  constraint disputes_ended_check check ((booked in ('won', 'lost')) = (ended_at is not null))
);
create index disputes_payment_id_idx on private.disputes (payment_id);
create index disputes_next_look_at_idx on private.disputes (next_look_at) where ended_at is null;
comment on table private.disputes is
  'What the provider told of a dispute so far, in whatever order, and how much of it stands in the books.';
comment on column private.disputes.provider is 'sandbox or stripe.';
comment on column private.disputes.reference is 'The provider''s name for the dispute.';
comment on column private.disputes.payment_id is 'The payment that its payer disputes.';
comment on column private.disputes.amount_cents is 'What the bank takes back, in euro cents.';
comment on column private.disputes.cost_cents is 'What the provider charges for it, as far as it was told.';
comment on column private.disputes.cost_given_back_cents is 'What the provider gave back of that charge.';
comment on column private.disputes.funds_withdrawn is 'Whether the bank took the money.';
comment on column private.disputes.funds_reinstated is 'Whether the bank gave it back.';
comment on column private.disputes.outcome is 'won, lost, or null while the bank decides.';
comment on column private.disputes.borne_by is 'Who bears a lost one: streamer or platform.';
comment on column private.disputes.booked is 'How far the ledger has it: nothing, opened, won or lost.';
comment on column private.disputes.booked_cost_cents is 'The charge that the ledger has.';
comment on column private.disputes.next_look_at is 'When the provider is asked next what became of it.';
comment on column private.disputes.created_at is 'When it was first told of.';
comment on column private.disputes.ended_at is 'When its end was written into the books.';

alter table public.payments add column lost_cents integer not null default 0,
  add constraint payments_lost_check check (lost_cents >= 0),
  drop constraint payments_disputed_check,
  add constraint payments_disputed_check check (disputed_cents between 0 and captured_cents);
comment on column public.payments.lost_cents is
  'What the viewer got back at the platform''s cost: lost disputes about a session that was held, and what went back twice.';

alter table public.ledger_postings drop constraint ledger_postings_kind_check,
  add constraint ledger_postings_kind_check check (kind in (
    'capture', 'extension', 'processing_cost', 'refund', 'settlement', 'release', 'payout_sent', 'payout_paid',
    'payout_failed', 'dispute_opened', 'dispute_cost', 'dispute_won', 'dispute_lost'));

-- Disputes that the books know already: their end must find them, and an end that was forgotten is asked for.
insert into private.disputes (provider, reference, payment_id, amount_cents, cost_cents, booked_cost_cents, funds_withdrawn, booked,
  outcome, created_at, ended_at)
select p.provider, substr(g.source, length('dispute_opened:' || p.provider || ':') + 1), p.id,
  sum(l.amount_cents) filter (where l.account = 'disputed_funds'),
  coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_costs'), 0),
  coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_costs'), 0),
  true, coalesce(max(e.kind), 'opened'), max(e.kind), g.at, max(e.at)
from public.ledger_postings g
join public.payments p on p.id = g.payment_id
join public.ledger_lines l on l.posting_id = g.id
left join lateral (
  select replace(d.kind, 'dispute_', '') as kind, d.at from public.ledger_postings d
  where d.payment_id = g.payment_id and d.kind in ('dispute_won', 'dispute_lost')
    and substr(d.source, length(d.kind) + 2) = substr(g.source, length(g.kind) + 2)
) e on true
where g.kind = 'dispute_opened'
group by p.provider, g.source, p.id, g.at;

-- The fictitious bank takes money back too.
alter table sandbox.payments add column bank_decides text,
  add constraint payments_bank_decides_check check (bank_decides in ('won', 'lost'));
comment on column sandbox.payments.bank_decides is 'The payer disputes it once it is captured, and this is how the bank decides; null: nobody disputes it.';
create table sandbox.disputes (
  reference text primary key,
  payment_reference text not null references sandbox.payments,
  amount_cents integer not null,
  decides text not null,
  state text not null default 'announced',
  next_step_at timestamptz,
  created_at timestamptz not null,
  constraint disputes_payment_reference_key unique (payment_reference),
  constraint disputes_amount_check check (amount_cents > 0),
  constraint disputes_decides_check check (decides in ('won', 'lost')),
  constraint disputes_state_check check (state in ('announced', 'needs_response', 'won', 'lost')),
  constraint disputes_next_step_check check ((state in ('announced', 'needs_response')) = (next_step_at is not null))
);
create index disputes_next_step_at_idx on sandbox.disputes (next_step_at) where next_step_at is not null;
create index disputes_created_at_idx on sandbox.disputes (created_at);
comment on table sandbox.disputes is 'Payments that their fictitious payer disputes at the bank.';
comment on column sandbox.disputes.reference is 'The sandbox''s name for it.';
comment on column sandbox.disputes.payment_reference is 'The payment.';
comment on column sandbox.disputes.amount_cents is 'What the bank takes back, in euro cents.';
comment on column sandbox.disputes.decides is 'How it will be decided, for the merchant: won or lost.';
comment on column sandbox.disputes.state is 'announced, needs_response once the money is taken, won or lost.';
comment on column sandbox.disputes.next_step_at is 'When the bank takes the money, then when it decides.';
comment on column sandbox.disputes.created_at is 'When the payer asked the bank.';
