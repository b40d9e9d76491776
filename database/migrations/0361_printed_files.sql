-- The VAT on commissions by country, and tables that are kept as they are printed.
alter table public.accounting_files
  add column media_type text not null default 'text/plain',
  drop constraint accounting_files_kind_check,
  add constraint accounting_files_kind_check check (kind in
    ('month', 'trial_balance', 'fec', 'commission_vat', 'vat_by_country', 'payouts', 'refunds', 'disputes', 'dac7', 'dac7_correction', 'dac7_sellers', 'transparency')),
  add constraint accounting_files_media_type_check check (media_type in ('text/plain', 'text/csv', 'application/xml', 'application/pdf'));
comment on column public.accounting_files.media_type is 'What its bytes are; text is UTF-8. text/plain: also of files from before this was kept.';
