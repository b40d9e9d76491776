-- Payments, what the provider is told, payouts, and the double-entry ledger (product/shared/money).

comment on table public.payments is 'One payment of a viewer for a booking or an extension.';
comment on column public.payments.id is 'The payment; also its name at the provider.';
comment on column public.payments.booking_id is 'What it pays for.';
comment on column public.payments.viewer_id is 'Who pays; null once that account is deleted.';
comment on column public.payments.streamer_id is 'Who is paid; null once that account is deleted.';
comment on column public.payments.kind is 'booking or extension.';
comment on column public.payments.provider is 'stripe or sandbox.';
comment on column public.payments.checkout_reference is 'The provider''s name for the checkout page.';
comment on column public.payments.payment_reference is 'The provider''s name for the payment.';
comment on column public.payments.checkout_url is 'Where the viewer pays.';
comment on column public.payments.destination_reference is 'The streamer''s account at the provider, when the share goes there at once; null: it waits with the platform.';
comment on column public.payments.state is 'open, authorised, captured, voided, declined or expired.';
comment on column public.payments.amount_cents is 'What is to be paid, in euro cents.';
comment on column public.payments.fee_basis_points is 'The platform''s share, in hundredths of a percent.';
comment on column public.payments.settings_version is 'The version of platform_settings that was in force.';
comment on column public.payments.captured_cents is 'What was taken, in euro cents.';
comment on column public.payments.refunded_cents is 'What was given back.';
comment on column public.payments.disputed_cents is 'What the payer''s bank took back while it decides.';
comment on column public.payments.failure is 'Of the last attempt, a code of ours.';
comment on column public.payments.authorised_at is 'When the bank promised the money.';
comment on column public.payments.captured_at is 'When it was taken.';
comment on column public.payments.release_due_at is 'When the streamer''s share becomes available.';
comment on column public.payments.released_at is 'When it did.';
comment on column public.payments.created_at is 'When the payment began.';
comment on column public.payments.updated_at is 'Last change; kept by a trigger.';
comment on column public.payments.transfer_reference is 'The provider''s name for the transfer of a share that had waited with the platform.';

comment on table public.payment_orders is
  'What the provider has to be told, written in the transaction that decided it and carried out later under the order''s id as idempotency key.';
comment on column public.payment_orders.id is 'The order; the key at the provider.';
comment on column public.payment_orders.payment_id is 'The payment.';
comment on column public.payment_orders.kind is 'capture, void or refund.';
comment on column public.payment_orders.amount_cents is 'How much, in euro cents.';
comment on column public.payment_orders.posting_kind is 'The ledger posting that a refund makes: refund, or settlement when attendance decided. @type "refund" | "settlement"';
comment on column public.payment_orders.state is 'pending, done or failed.';
comment on column public.payment_orders.attempts is 'How often it was tried.';
comment on column public.payment_orders.next_attempt_at is 'When it is tried next.';
comment on column public.payment_orders.last_error is 'What went wrong last.';
comment on column public.payment_orders.provider_reference is 'The provider''s name for what was done.';
comment on column public.payment_orders.created_at is 'When it was decided.';
comment on column public.payment_orders.done_at is 'When the provider had done it.';

comment on table private.provider_events is
  'Each event of a payment provider, once, written in the transaction that carries out what it says.';
comment on column private.provider_events.provider is 'stripe or sandbox.';
comment on column private.provider_events.event_id is 'The provider''s name for it.';
comment on column private.provider_events.type is 'The provider''s word for what happened.';
comment on column private.provider_events.payment_id is 'The payment that it is about; null: none of ours.';
comment on column private.provider_events.received_at is 'When it arrived.';
comment on column private.provider_events.outcome is 'applied, or why not.';

comment on table public.payout_accounts is 'A streamer''s account at the payment provider.';
comment on column public.payout_accounts.streamer_id is 'Whose account.';
comment on column public.payout_accounts.provider is 'stripe or sandbox.';
comment on column public.payout_accounts.account_reference is 'The provider''s name for it.';
comment on column public.payout_accounts.charges_enabled is 'It may receive shares of payments.';
comment on column public.payout_accounts.payouts_enabled is 'It may be paid out to a bank.';
comment on column public.payout_accounts.requirements_due is 'What the provider still wants to know, in its words.';
comment on column public.payout_accounts.created_at is 'When it was made.';
comment on column public.payout_accounts.updated_at is 'Last change; kept by a trigger.';

comment on table public.payouts is 'Money on its way from a streamer''s account at the provider to their bank.';
comment on column public.payouts.id is 'The payout; the key at the provider.';
comment on column public.payouts.streamer_id is 'To whom. No foreign key: the record outlives the account.';
comment on column public.payouts.provider is 'stripe or sandbox.';
comment on column public.payouts.account_reference is 'The account at the provider.';
comment on column public.payouts.amount_cents is 'How much, in euro cents.';
comment on column public.payouts.state is 'pending, sent, paid or failed.';
comment on column public.payouts.provider_reference is 'The provider''s name for it.';
comment on column public.payouts.attempts is 'How often it was tried.';
comment on column public.payouts.next_attempt_at is 'When it is tried next.';
comment on column public.payouts.last_error is 'What went wrong last.';
comment on column public.payouts.created_at is 'When it was decided.';
comment on column public.payouts.sent_at is 'When the provider took it on.';
comment on column public.payouts.ended_at is 'When it was paid or failed.';

comment on table public.ledger_postings is 'One entry of the double-entry ledger. Its lines sum to zero. Append-only.';
comment on column public.ledger_postings.id is 'The posting.';
comment on column public.ledger_postings.at is 'When it counts.';
comment on column public.ledger_postings.kind is 'capture, extension, processing_cost, refund, settlement, release, payout_sent, payout_paid, payout_failed, dispute_opened, dispute_cost, dispute_won or dispute_lost.';
comment on column public.ledger_postings.source is 'What caused it: order:<id>, event:<provider>:<id> or release:<payment>. Unique, so that each cause counts once.';
comment on column public.ledger_postings.payment_id is 'The payment that it is about.';
comment on column public.ledger_postings.payout_id is 'The payout that it is about.';

comment on table public.ledger_lines is 'One account''s part of a posting. Append-only.';
comment on column public.ledger_lines.id is 'Rises with each line.';
comment on column public.ledger_lines.posting_id is 'The posting.';
comment on column public.ledger_lines.account is 'provider_balance, disputed_funds, processing_costs, dispute_costs or platform_fees; of a streamer: streamer_pending, streamer_available or payouts_in_transit.';
comment on column public.ledger_lines.streamer_id is 'Of a streamer''s account; null for the platform''s. No foreign key: the books outlive the account.';
comment on column public.ledger_lines.amount_cents is 'In euro cents; debit is positive, credit negative.';

comment on table public.platform_settings is 'A version of the marketplace''s terms. The highest version is in force. Append-only.';
comment on column public.platform_settings.version is 'Rises with each change.';
comment on column public.platform_settings.fee_basis_points is 'The platform''s share of each price, in hundredths of a percent.';
comment on column public.platform_settings.pending_hours is 'So many hours after a session its money stays held.';
comment on column public.platform_settings.payout_minimum_cents is 'Less than so many euro cents is not paid out.';
comment on column public.platform_settings.created_at is 'Since when it is in force.';
comment on column public.platform_settings.created_by is 'The admin who changed it; null for the first version.';
comment on column public.platform_settings.reason is 'Why, in the admin''s words.';
