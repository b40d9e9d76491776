-- A bank may take more than was paid, give back a part of it, or take its word back several times: what it took and gave back are sums, and
-- the books follow from them. What a dispute is about, until when it takes an answer, and what was answered stand beside them.
alter table private.disputes
  add column withdrawn_cents integer not null default 0,
  add column reinstated_cents integer not null default 0,
  add column booked_withdrawn_cents integer not null default 0,
  add column booked_reinstated_cents integer not null default 0,
  add column reason text not null default 'general',
  add column phase text not null default 'needs_answer',
  add column answer_by timestamptz,
  add column told_at timestamptz not null default '-infinity',
  add column evidence jsonb not null default '{}',
  add column answer text,
  add column answered_at timestamptz;
-- What was known as yes or no, as amounts; a dispute whose outcome turned has been taken once more for each turn.
update private.disputes set
  withdrawn_cents = case when funds_withdrawn or funds_reinstated or outcome is not null or booked <> 'nothing'
    then amount_cents * (1 + case when booked = 'lost' then (turns + 1) / 2 else turns / 2 end) else 0 end,
  phase = case when ended_at is null then 'needs_answer' else 'closed' end;
update private.disputes set reinstated_cents = case when booked = 'won' then withdrawn_cents when booked = 'nothing' then 0
    else withdrawn_cents - amount_cents end;
update private.disputes set
  booked_withdrawn_cents = case when booked = 'nothing' then 0 else withdrawn_cents end,
  booked_reinstated_cents = case when booked = 'nothing' then 0 else reinstated_cents end;
alter table private.disputes drop column funds_withdrawn, drop column funds_reinstated,
  add constraint disputes_moved_check check (withdrawn_cents >= 0 and reinstated_cents >= 0
    and booked_withdrawn_cents >= booked_reinstated_cents and booked_reinstated_cents >= 0),
  add constraint disputes_phase_check check (phase in ('inquiry', 'needs_answer', 'answered', 'closed')),
  add constraint disputes_answer_check check (answer in ('contest', 'accept') and (answer is null) = (answered_at is null));
comment on column private.disputes.withdrawn_cents is 'What the bank took in all, in euro cents; it may take more than once.';
comment on column private.disputes.reinstated_cents is 'What the bank gave back in all, in euro cents.';
comment on column private.disputes.booked_withdrawn_cents is 'What the ledger has of what the bank took.';
comment on column private.disputes.booked_reinstated_cents is 'What the ledger has of what the bank gave back.';
comment on column private.disputes.reason is 'Why the payer disputes, in the provider''s word.';
comment on column private.disputes.phase is 'inquiry (nothing was taken), needs_answer, answered, or closed: it takes no answer any more.';
comment on column private.disputes.answer_by is 'Until when the bank takes an answer.';
comment on column private.disputes.told_at is 'When the provider said reason, phase and deadline, by its own clock.';
comment on column private.disputes.evidence is 'What Loge knows of the session for the bank, by the provider''s names; as it is sent once it was answered.';
comment on column private.disputes.answer is 'What the team answered: contest or accept.';
comment on column private.disputes.answered_at is 'When the team answered.';

alter table public.payments drop constraint payments_disputed_check,
  add constraint payments_disputed_check check (disputed_cents >= 0);

alter table public.ledger_postings drop constraint ledger_postings_kind_check,
  add constraint ledger_postings_kind_check check (kind in (
    'capture', 'extension', 'processing_cost', 'refund', 'settlement', 'release', 'payout_sent', 'payout_paid',
    'payout_failed', 'dispute_opened', 'dispute_cost', 'dispute_won', 'dispute_lost', 'refund_failed', 'refund_again', 'refund_by_hand'));
alter table public.ledger_lines drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (
    account in ('provider_balance', 'disputed_funds', 'processing_costs', 'dispute_costs', 'refunds_owed', 'own_bank', 'platform_fees')
      and streamer_id is null
    or account in ('streamer_pending', 'streamer_available', 'payouts_in_transit') and streamer_id is not null);

-- A share that a lost dispute took back in the books is taken back from the streamer's account, and given back when the bank decides
-- otherwise; an answer to a dispute is an order too.
alter table public.payment_orders drop constraint payment_orders_kind_check,
  add constraint payment_orders_kind_check check (kind in (
    'capture', 'void', 'refund', 'refund_again', 'reverse_transfer', 'transfer', 'contest_dispute', 'accept_dispute')),
  add column dispute_reference text,
  add constraint payment_orders_dispute_check check (
    (kind like '%dispute') = (dispute_reference is not null));
comment on column public.payment_orders.dispute_reference is 'Which dispute an answer is to, by the provider''s name for it.';

create table private.failed_refunds (
  provider text not null,
  reference text not null,
  payment_id uuid not null references public.payments,
  amount_cents integer not null,
  reason text not null,
  created_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  primary key (provider, reference),
  constraint failed_refunds_amount_check check (amount_cents > 0),
  constraint failed_refunds_answer_check check (answer in ('refund_again', 'paid_by_hand') and (answer is null) = (answered_at is null))
);
create index failed_refunds_payment_id_idx on private.failed_refunds (payment_id);
comment on table private.failed_refunds is 'Refunds that a bank sent back after they were made: the viewer is owed them until the team finds another way.';
comment on column private.failed_refunds.provider is 'sandbox or stripe.';
comment on column private.failed_refunds.reference is 'The provider''s name for the refund.';
comment on column private.failed_refunds.payment_id is 'The payment that it gave back.';
comment on column private.failed_refunds.amount_cents is 'What came back, in euro cents.';
comment on column private.failed_refunds.reason is 'Why, in the provider''s word.';
comment on column private.failed_refunds.created_at is 'When it was told of.';
comment on column private.failed_refunds.answer is 'How the viewer gets it: refund_again at the provider, or paid_by_hand.';
comment on column private.failed_refunds.answered_at is 'When the team decided so.';

create table private.fraud_warnings (
  provider text not null,
  reference text not null,
  payment_id uuid not null references public.payments,
  reason text not null,
  created_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  primary key (provider, reference),
  constraint fraud_warnings_answer_check check (answer in ('refund', 'keep') and (answer is null) = (answered_at is null))
);
create index fraud_warnings_payment_id_idx on private.fraud_warnings (payment_id);
comment on table private.fraud_warnings is 'Payments that a card network says are likely fraud: given back now, they are not disputed later.';
comment on column private.fraud_warnings.provider is 'stripe; the sandbox has none.';
comment on column private.fraud_warnings.reference is 'The provider''s name for the warning.';
comment on column private.fraud_warnings.payment_id is 'The payment that it warns of.';
comment on column private.fraud_warnings.reason is 'The kind of fraud, in the provider''s word.';
comment on column private.fraud_warnings.created_at is 'When it was told of.';
comment on column private.fraud_warnings.answer is 'What the team decided: refund, or keep the payment.';
comment on column private.fraud_warnings.answered_at is 'When the team decided.';

alter table sandbox.disputes add column withdrawn_cents integer not null default 0, add column reinstated_cents integer not null default 0;
update sandbox.disputes set withdrawn_cents = case when state = 'announced' then 0 else amount_cents end,
  reinstated_cents = case when state = 'won' then amount_cents else 0 end;
comment on column sandbox.disputes.withdrawn_cents is 'What the bank took in all, in euro cents.';
comment on column sandbox.disputes.reinstated_cents is 'What it gave back in all, in euro cents.';
