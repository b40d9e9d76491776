-- What reports and rules keep as evidence stayed for as long as its case, which is for ever: it is erased six months after the last moment at which
-- the decision could be contested.
alter table public.moderation_cases add column evidence_erased_at timestamptz,
  add constraint moderation_cases_evidence_check check (evidence_erased_at is null or state in ('decided', 'closed'));
create index moderation_cases_evidence_idx on public.moderation_cases (opened_at)
  where evidence_erased_at is null and state in ('decided', 'closed');
alter table public.moderation_reports alter column evidence drop not null;

comment on column public.moderation_cases.evidence_erased_at is 'When what was kept as evidence was erased, six months after the last moment to contest; null: it is kept.';
comment on column public.moderation_reports.evidence is 'The subject as it was at that moment; null once the case no longer keeps it. @type Evidence of #domain/moderation/evidence.ts';
