comment on table sandbox.accounts is 'A streamer''s account at this provider.';
comment on column sandbox.accounts.reference is 'The provider''s name for it.';
comment on column sandbox.accounts.streamer_id is 'Loge''s name for its owner.';
comment on column sandbox.accounts.email is 'Of its owner.';
comment on column sandbox.accounts.link is 'The secret in the address of its page, new with each link.';
comment on column sandbox.accounts.return_url is 'Where the page leads back to.';
comment on column sandbox.accounts.enabled_at is 'When everything had been told; null: not yet.';
comment on column sandbox.accounts.bank_refuses is 'The owner gave a bank account that refuses what is sent to it.';

-- The books of the fictitious payment provider (server/integrations/payments/sandbox), which a real
-- provider would keep on its side.

comment on table sandbox.checkouts is 'A page on which one payment is made.';
comment on column sandbox.checkouts.reference is 'The provider''s name for it.';
comment on column sandbox.checkouts.payment_id is 'Loge''s name for the payment.';
comment on column sandbox.checkouts.amount_cents is 'What is to be paid, in euro cents.';
comment on column sandbox.checkouts.title is 'What is bought.';
comment on column sandbox.checkouts.description is 'More about it.';
comment on column sandbox.checkouts.customer_email is 'The payer.';
comment on column sandbox.checkouts.success_url is 'Where the page leads once it is paid.';
comment on column sandbox.checkouts.cancel_url is 'Where the page leads back to.';
comment on column sandbox.checkouts.expires_at is 'When it stops taking payments.';
comment on column sandbox.checkouts.account_reference is 'The account that gets the share; null: none.';
comment on column sandbox.checkouts.fee_cents is 'What the platform keeps of it, in euro cents.';
comment on column sandbox.checkouts.challenge is 'The payer used a card that asks for a second step; what they chose for its webhook is kept here meanwhile. @type { manner: "normal" | "late" | "twice" }';
comment on column sandbox.checkouts.decline is 'Why the last card was refused; null: none was.';
comment on column sandbox.checkouts.state is 'open, complete or expired.';
comment on column sandbox.checkouts.created_at is 'When it was made.';

comment on table sandbox.movements is 'A refund, transfer, reversal or payout: each once for a key, whatever happened to the answer.';
comment on column sandbox.movements.reference is 'The provider''s name for it.';
comment on column sandbox.movements.kind is 'refund, transfer, reversal or payout.';
comment on column sandbox.movements.key is 'The idempotency key that Loge gave.';
comment on column sandbox.movements."of" is 'What it belongs to: a payment, a transfer or an account.';
comment on column sandbox.movements.account_reference is 'The account that it moves money of; null: none.';
comment on column sandbox.movements.amount_cents is 'In euro cents.';
comment on column sandbox.movements.state is 'done, pending, paid or failed.';
comment on column sandbox.movements.settles_at is 'When the bank answers a payout.';
comment on column sandbox.movements.created_at is 'When.';

comment on table sandbox.payments is 'A payment that was authorised.';
comment on column sandbox.payments.reference is 'The provider''s name for it.';
comment on column sandbox.payments.checkout_reference is 'The page on which it was made.';
comment on column sandbox.payments.payment_id is 'Loge''s name for it.';
comment on column sandbox.payments.amount_cents is 'In euro cents.';
comment on column sandbox.payments.captured_cents is 'What was taken.';
comment on column sandbox.payments.refunded_cents is 'What was given back.';
comment on column sandbox.payments.account_reference is 'The account that gets the share; null: none.';
comment on column sandbox.payments.state is 'authorised, captured or voided.';
comment on column sandbox.payments.authorised_at is 'When.';

comment on table sandbox.webhooks is
  'An event to be sent to Loge, written in the transaction that it reports, so that none is lost when the process dies.';
comment on column sandbox.webhooks.event_id is 'The provider''s name for it.';
comment on column sandbox.webhooks.body is 'What is sent.';
comment on column sandbox.webhooks.copies is 'How often it is to arrive: twice, when the payer asked for that.';
comment on column sandbox.webhooks.next_attempt_at is 'When it is sent next.';
comment on column sandbox.webhooks.attempts is 'How often it was tried.';
comment on column sandbox.webhooks.last_error is 'What went wrong last.';
comment on column sandbox.webhooks.delivered_at is 'When Loge took it; null: not yet.';
comment on column sandbox.webhooks.created_at is 'When it happened.';
