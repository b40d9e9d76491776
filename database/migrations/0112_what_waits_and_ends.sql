alter table public.billing_mandates add column commission_waits boolean not null default false;
comment on column public.billing_mandates.commission_waits is
  'Whether commission_month has a commission and no business to invoice it to: it is taken up again when an identity is saved.';

alter table private.fiscal_identities add column kept_until timestamptz;
comment on column private.fiscal_identities.kept_until is
  'Of a seller whose account is gone: when it is deleted. Null while the account is there.';
create index fiscal_identities_kept_until_idx on private.fiscal_identities (kept_until) where kept_until is not null;
