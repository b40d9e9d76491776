-- Files for the tax office and for the public, which of them were handed in, and who took a file along.
drop view if exists public.admin_accounting_files;

-- A file that tells who somebody is lies sealed: the database alone must not tell it. Its digest is of the text, so it can no longer be
-- computed from the bytes.
alter table public.accounting_files
  alter column digest drop expression,
  add column sealed boolean not null default false,
  drop constraint accounting_files_kind_check,
  add constraint accounting_files_kind_check check (kind in
    ('month', 'trial_balance', 'fec', 'commission_vat', 'payouts', 'refunds', 'disputes', 'dac7', 'dac7_correction', 'dac7_sellers', 'transparency')),
  add constraint accounting_files_digest_check check (sealed and octet_length(digest) = 32 or not sealed and digest = sha256(body)),
  add constraint accounting_files_sealed_check check (sealed = (kind in ('dac7', 'dac7_correction', 'dac7_sellers')));
comment on column public.accounting_files.body is 'Its bytes; of a sealed one they are encrypted under IDENTITY_KEY.';
comment on column public.accounting_files.digest is 'The SHA-256 of its bytes as they are handed out.';
comment on column public.accounting_files.sealed is 'Whether its bytes are encrypted, because it tells who people are.';

create table public.accounting_deposits (
  file_id uuid primary key,
  reference text not null,
  deposited_at timestamptz not null,
  deposited_by uuid not null,
  constraint accounting_deposits_file_id_fkey foreign key (file_id) references public.accounting_files,
  constraint accounting_deposits_reference_check check (char_length(btrim(reference)) between 3 and 500)
);
comment on table public.accounting_deposits is 'Declarations that were handed in: what is declared later adds to them or corrects them. Written once.';
comment on column public.accounting_deposits.file_id is 'The file that was handed in.';
comment on column public.accounting_deposits.reference is 'The receipt''s number, as the administration gave it.';
comment on column public.accounting_deposits.deposited_at is 'When the admin said so.';
comment on column public.accounting_deposits.deposited_by is 'Who said so. No foreign key: it outlives the account.';

create table public.accounting_downloads (
  id bigint generated always as identity primary key,
  file_id uuid not null,
  digest bytea not null,
  downloaded_at timestamptz not null,
  downloaded_by uuid not null,
  constraint accounting_downloads_file_id_fkey foreign key (file_id) references public.accounting_files
);
create index accounting_downloads_file_id_idx on public.accounting_downloads (file_id);
create index accounting_downloads_downloaded_at_idx on public.accounting_downloads (downloaded_at desc, id desc);
comment on table public.accounting_downloads is 'Who took which file along, and when. Written once.';
comment on column public.accounting_downloads.id is 'Rises with each row.';
comment on column public.accounting_downloads.file_id is 'The file.';
comment on column public.accounting_downloads.digest is 'The SHA-256 of what was handed out.';
comment on column public.accounting_downloads.downloaded_at is 'When.';
comment on column public.accounting_downloads.downloaded_by is 'Who. No foreign key: it outlives the account.';
