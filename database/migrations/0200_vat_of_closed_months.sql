-- A month keeps the VAT rate of our fees with which it was closed, so that its files stay the same when the setting changes.
alter table public.accounting_months add column vat_rate integer;
alter table public.accounting_months add constraint accounting_months_vat_rate_check check (vat_rate between 0 and 10000);
comment on column public.accounting_months.vat_rate is 'The VAT of our fees when it was closed, in hundredths of a percent; 0: none (franchise en base). Null: closed before the rate was kept, read as 0.';
