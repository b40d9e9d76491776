-- A year's statement of what a streamer was credited, for the tax office: a document like the others, with its figures in rows beside it.
alter table public.documents
  drop constraint documents_kind_check, drop constraint documents_issuer_check, drop constraint documents_amounts_check;
alter table public.documents
  add constraint documents_kind_check check (kind in ('session_invoice', 'session_credit', 'commission_invoice', 'commission_credit', 'yearly_statement')),
  -- A series of its own: a statement is no invoice, and must leave no number out among those.
  add constraint documents_issuer_check check (issuer = case
    when kind like 'session%' then streamer_id::text when kind = 'yearly_statement' then 'loge-statements' else 'loge' end),
  -- What was taken back in a year may be more than what was credited.
  add constraint documents_amounts_check check (case when kind = 'yearly_statement' then vat_cents = 0 and net_cents = total_cents
    else net_cents >= 0 and vat_cents >= 0 and total_cents > 0 and net_cents + vat_cents = total_cents end);
comment on column public.documents.issuer is 'Whose series: loge, loge-statements, or the streamer''s id.';
comment on column public.documents.kind is 'session_invoice, session_credit, commission_invoice, commission_credit or yearly_statement.';
comment on column public.documents.period_first is 'Day of the session, or first day of the month, or of the year.';

create table public.statement_quarters (
  document_id uuid not null references public.documents,
  quarter smallint not null,
  sessions integer not null,
  credited_cents bigint not null,
  fee_cents bigint not null,
  primary key (document_id, quarter),
  constraint statement_quarters_quarter_check check (quarter between 1 and 4)
);
comment on table public.statement_quarters is 'What a yearly statement says of each quarter, as it was when it was made. Append-only.';
comment on column public.statement_quarters.document_id is 'The statement.';
comment on column public.statement_quarters.quarter is 'From 1 to 4, in Paris.';
comment on column public.statement_quarters.sessions is 'Sessions whose money was first credited in that year in this quarter.';
comment on column public.statement_quarters.credited_cents is 'What became available to the streamer less what was taken back of it, in euro cents, without the commission.';
comment on column public.statement_quarters.fee_cents is 'Loge''s commission on it, in euro cents.';
