comment on table private.provider_events is
  'Each event of a payment provider, once, written in the transaction that carries out what it says.';
comment on column private.provider_events.provider is 'stripe or sandbox.';
comment on column private.provider_events.event_id is 'The provider''s name for it.';
comment on column private.provider_events.type is 'The provider''s word for what happened.';
comment on column private.provider_events.payment_id is 'The payment that it is about; null: none of ours.';
comment on column private.provider_events.received_at is 'When it arrived.';
comment on column private.provider_events.outcome is 'applied, or why not.';

revoke all on private.provider_events from public, anon, authenticated, service_role;
