-- The country of who pays, for their invoice: the provider asks for it with the card, and Loge never did.
alter table public.payments add column payer_country text
  constraint payments_payer_country_check check (payer_country ~ '^[A-Z]{2}$');
comment on column public.payments.payer_country is
  'ISO 3166-1 alpha-2: of the billing address that was given to the provider with the card; null: it did not say.';
