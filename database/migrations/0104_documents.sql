-- Invoices and credit notes (domain/documents), and who sells, for the tax office.

-- Sealed by the server with a key that the database does not have; the person's id is part of the seal.
create table private.fiscal_identities (
  person_id uuid primary key,
  sealed bytea not null,
  updated_at timestamptz not null
);
comment on table private.fiscal_identities is
  'What a seller told of themself for invoices and the tax office, encrypted. No foreign key: of who has documents it is kept as long as the law wants, also after the account.';
comment on column private.fiscal_identities.person_id is 'Whose.';
comment on column private.fiscal_identities.sealed is 'The identity of domain/documents/identity.ts as JSON, AES-256-GCM under IDENTITY_KEY.';
comment on column private.fiscal_identities.updated_at is 'When it was last told.';

create table public.billing_mandates (
  streamer_id uuid primary key,
  accepted_at timestamptz not null,
  version smallint not null,
  commission_month date not null
);
comment on table public.billing_mandates is
  'Streamers who let Loge make their invoices in their name (art. 289 I-2 CGI). No foreign key: it proves that documents were made rightly.';
comment on column public.billing_mandates.streamer_id is 'The streamer.';
comment on column public.billing_mandates.accepted_at is 'When they accepted it.';
comment on column public.billing_mandates.version is 'Which text they accepted (MANDATE_VERSION).';
comment on column public.billing_mandates.commission_month is 'First day of the next month whose commission is to be invoiced.';

-- One row for each issuer and year, locked by the transaction that makes a document: so two of them take turns, and one that dies leaves
-- no gap.
create table private.document_series (
  issuer text not null,
  year smallint not null,
  last integer not null,
  chain bytea not null default '',
  primary key (issuer, year),
  constraint document_series_last_check check (last > 0)
);
comment on table private.document_series is 'The last number of each issuer and year.';
comment on column private.document_series.issuer is 'loge, or the streamer''s id.';
comment on column private.document_series.year is 'Of the date of issue, in Paris.';
comment on column private.document_series.last is 'The last number given; the document that has it was written in the same transaction.';
comment on column private.document_series.chain is 'The chain of the last document.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  year smallint not null,
  number integer not null,
  reference text not null,
  kind text not null,
  source text not null,
  issued_at timestamptz not null,
  streamer_id uuid not null,
  viewer_id uuid,
  booking_id uuid,
  corrects uuid references public.documents,
  period_first date not null,
  buyer_name text not null,
  label text not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  pdf bytea not null,
  digest bytea not null generated always as (sha256(pdf)) stored,
  chain bytea not null,
  constraint documents_number_key unique (issuer, year, number),
  constraint documents_source_key unique (source),
  constraint documents_kind_check check (kind in ('session_invoice', 'session_credit', 'commission_invoice', 'commission_credit')),
  constraint documents_issuer_check check (issuer = case when kind like 'session%' then streamer_id::text else 'loge' end),
  constraint documents_number_check check (number > 0),
  constraint documents_corrects_check check ((kind = 'session_credit') = (corrects is not null)),
  constraint documents_session_check check ((kind like 'session%') = (booking_id is not null)),
  constraint documents_amounts_check check (net_cents >= 0 and vat_cents >= 0 and total_cents > 0 and net_cents + vat_cents = total_cents)
);
create index documents_streamer_id_idx on public.documents (streamer_id, issued_at desc, id);
create index documents_viewer_id_idx on public.documents (viewer_id, issued_at desc) where viewer_id is not null;
create index documents_booking_id_idx on public.documents (booking_id);
create index documents_corrects_idx on public.documents (corrects);
comment on table public.documents is
  'Invoices and credit notes, as they were made: none is changed or deleted. What they name outlives the accounts, ten years by law (art. L123-22 C. com.).';
comment on column public.documents.id is 'The document.';
comment on column public.documents.issuer is 'Whose series: loge, or the streamer''s id.';
comment on column public.documents.year is 'Of the date of issue, in Paris.';
comment on column public.documents.number is 'Within the series, from 1 without a gap.';
comment on column public.documents.reference is 'The number as it is printed.';
comment on column public.documents.kind is 'session_invoice, session_credit, commission_invoice or commission_credit.';
comment on column public.documents.source is 'The fact it is about, such as session:<booking> or posting:<ledger posting>: each has one document.';
comment on column public.documents.issued_at is 'When it was made.';
comment on column public.documents.streamer_id is 'In whose name, or to whom.';
comment on column public.documents.viewer_id is 'To whom, of a session.';
comment on column public.documents.booking_id is 'The session''s seat. No foreign key: its check would wait for whoever is changing the booking.';
comment on column public.documents.corrects is 'The invoice that a credit note of a session corrects.';
comment on column public.documents.period_first is 'Day of the session, or first day of the month.';
comment on column public.documents.buyer_name is 'As printed.';
comment on column public.documents.label is 'What it is for, in one line.';
comment on column public.documents.net_cents is 'Without VAT, in euro cents; positive in credit notes too.';
comment on column public.documents.vat_cents is 'The VAT.';
comment on column public.documents.total_cents is 'With VAT.';
comment on column public.documents.pdf is 'PDF/A-3 with the Factur-X embedded.';
comment on column public.documents.digest is 'SHA-256 of the bytes.';
comment on column public.documents.chain is 'SHA-256 over the previous document''s chain, the reference and the bytes'' hash: no document of a series can be exchanged unseen.';

-- Payments whose books moved, until the documents about them are made.
create table private.due_documents (
  booking_id uuid primary key,
  streamer_id uuid,
  look_at timestamptz not null
);
create index due_documents_look_at_idx on private.due_documents (look_at) where look_at < 'infinity';
create index due_documents_streamer_id_idx on private.due_documents (streamer_id);
comment on table private.due_documents is 'Bookings whose documents may have to be made.';
comment on column private.due_documents.booking_id is 'The booking. No foreign key: its check would wait for whoever is changing the booking.';
comment on column private.due_documents.streamer_id is 'Whose invoices; null once that account is gone.';
comment on column private.due_documents.look_at is 'When they are looked at next; infinity: once the streamer accepts the mandate.';

insert into private.due_documents (booking_id, streamer_id, look_at)
select distinct p.booking_id, p.streamer_id, now()
from public.ledger_postings g join public.payments p on p.id = g.payment_id;
