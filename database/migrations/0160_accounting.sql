-- The books by month: when a posting counts for the accounts, the months that are closed, and the files that were made of them.
alter table public.ledger_postings add column accounted_on date;
-- The table is append-only; its rows from before get their date once.
alter table public.ledger_postings disable trigger user;
update public.ledger_postings set accounted_on = (at at time zone 'Europe/Paris')::date;
alter table public.ledger_postings enable trigger user;
alter table public.ledger_postings alter column accounted_on set not null;
create index ledger_postings_accounted_on_idx on public.ledger_postings (accounted_on, at, id);
comment on column public.ledger_postings.accounted_on is 'The day in Paris on which it counts for the accounts: that of the movement, or the first day that no closed month holds.';

create table public.accounting_months (
  month date primary key,
  closed_at timestamptz not null,
  -- No foreign key: the accounts outlive the people who kept them.
  closed_by uuid,
  postings integer not null,
  reason text not null,
  constraint accounting_months_month_check check (extract(day from month) = 1),
  constraint accounting_months_closed_check check ((closed_at at time zone 'UTC')::date > month),
  constraint accounting_months_postings_check check (postings >= 0),
  constraint accounting_months_reason_check check (char_length(btrim(reason)) between 3 and 500)
);
comment on table public.accounting_months is 'Months whose books are closed: nothing is entered in them any more. Written once.';
comment on column public.accounting_months.month is 'Its first day.';
comment on column public.accounting_months.closed_at is 'When it was closed.';
comment on column public.accounting_months.closed_by is 'The admin who closed it; null: the demo data.';
comment on column public.accounting_months.postings is 'How many postings it holds.';
comment on column public.accounting_months.reason is 'What the admin wrote when closing it.';

create table public.accounting_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  name text not null,
  first_day date not null,
  last_day date not null,
  body bytea not null,
  digest bytea not null generated always as (sha256(body)) stored,
  made_at timestamptz not null,
  made_by uuid not null,
  constraint accounting_files_kind_check check (kind in ('month', 'trial_balance', 'fec', 'commission_vat', 'payouts', 'refunds', 'disputes')),
  constraint accounting_files_days_check check (first_day <= last_day)
);
create index accounting_files_made_at_idx on public.accounting_files (made_at desc, id);
comment on table public.accounting_files is 'Files that were made of the books, as they were made. Written once.';
comment on column public.accounting_files.id is 'Identifies it.';
comment on column public.accounting_files.kind is 'What it tells.';
comment on column public.accounting_files.name is 'What it is called when it is saved.';
comment on column public.accounting_files.first_day is 'The first day that it tells of.';
comment on column public.accounting_files.last_day is 'The last day that it tells of.';
comment on column public.accounting_files.body is 'Its bytes, text in UTF-8.';
comment on column public.accounting_files.digest is 'The SHA-256 of its bytes.';
comment on column public.accounting_files.made_at is 'When it was made.';
comment on column public.accounting_files.made_by is 'The admin who made it. No foreign key: it outlives the account.';
