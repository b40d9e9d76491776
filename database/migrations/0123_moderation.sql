-- Reports, the cases that they open, and what the team decides about them.

-- Something that was reported, from the first report until the appeal is over. One open case a subject: reports of the same thing meet in it.
create table public.moderation_cases (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity,
  subject_kind text not null,
  subject_id text not null,
  person_id uuid references public.profiles on delete set null,
  title text not null,
  severity smallint not null,
  category text not null,
  report_count integer not null default 0,
  state text not null default 'open',
  opened_at timestamptz not null,
  last_reported_at timestamptz not null,
  taken_by uuid references public.profiles on delete set null,
  taken_until timestamptz,
  constraint moderation_cases_number_key unique (number),
  constraint moderation_cases_subject_kind_check check (subject_kind in ('profile', 'offer', 'review', 'message', 'session')),
  constraint moderation_cases_subject_id_check check (char_length(subject_id) <= 40),
  constraint moderation_cases_title_check check (char_length(title) between 1 and 300),
  constraint moderation_cases_severity_check check (severity between 1 and 3),
  constraint moderation_cases_category_check check (category in ('minors', 'harassment', 'hate', 'sexual', 'fraud', 'off_platform', 'illegal', 'misleading', 'other')),
  constraint moderation_cases_state_check check (state in ('open', 'decided', 'appealed', 'closed'))
);
create unique index moderation_cases_open_key on public.moderation_cases (subject_kind, subject_id, person_id) nulls not distinct where state = 'open';
create index moderation_cases_state_idx on public.moderation_cases (state, severity desc, opened_at);
create index moderation_cases_person_id_idx on public.moderation_cases (person_id, opened_at desc);
create index moderation_cases_taken_by_idx on public.moderation_cases (taken_by);

-- What somebody says of a subject (a notice, art. 16 DSA), with the subject as it was at that moment.
create table public.moderation_reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.moderation_cases on delete cascade,
  reporter_id uuid references public.profiles on delete set null,
  reporter_email text,
  reporter_name text,
  category text not null,
  body text not null,
  path text not null,
  good_faith boolean not null,
  evidence jsonb not null,
  created_at timestamptz not null,
  unfounded boolean not null default false,
  constraint moderation_reports_reporter_key unique (case_id, reporter_id),
  constraint moderation_reports_email_key unique (case_id, reporter_email),
  constraint moderation_reports_email_check check (char_length(reporter_email) <= 320 and reporter_email = lower(reporter_email)),
  constraint moderation_reports_name_check check (char_length(trim(reporter_name)) between 2 and 120),
  constraint moderation_reports_category_check check (category in ('minors', 'harassment', 'hate', 'sexual', 'fraud', 'off_platform', 'illegal', 'misleading', 'other')),
  constraint moderation_reports_body_check check (char_length(body) <= 2000),
  constraint moderation_reports_path_check check (char_length(path) <= 500),
  constraint moderation_reports_good_faith_check check (good_faith),
  constraint moderation_reports_evidence_check check (jsonb_typeof(evidence) = 'object')
);
create index moderation_reports_reporter_id_idx on public.moderation_reports (reporter_id, created_at desc);

-- What the team decided about a case (a statement of reasons, art. 17 DSA), and the appeal against it (art. 20).
create table public.moderation_decisions (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.moderation_cases on delete cascade,
  person_id uuid references public.profiles on delete set null,
  decided_by uuid references public.profiles on delete set null,
  measure text not null,
  rule text not null,
  facts text not null,
  reason text not null,
  decided_at timestamptz not null,
  ends_at timestamptz,
  cancelled_sessions integer not null default 0,
  refunded_cents integer not null default 0,
  token_hash bytea not null,
  appeal_until timestamptz not null,
  appealed_at timestamptz,
  appeal_body text,
  appeal_outcome text,
  appeal_reason text,
  appeal_decided_by uuid references public.profiles on delete set null,
  appeal_decided_at timestamptz,
  constraint moderation_decisions_case_key unique (case_id),
  constraint moderation_decisions_token_key unique (token_hash),
  constraint moderation_decisions_measure_check check (measure in ('none', 'warn', 'hide', 'no_bookings', 'no_messages', 'suspend', 'close')),
  constraint moderation_decisions_rule_check check (rule in ('minors', 'harassment', 'hate', 'sexual', 'fraud', 'off_platform', 'illegal', 'misleading', 'other')),
  constraint moderation_decisions_facts_check check (char_length(trim(facts)) between 3 and 2000),
  constraint moderation_decisions_reason_check check (char_length(trim(reason)) between 3 and 500),
  constraint moderation_decisions_ends_check check (
    (ends_at is not null) = (measure in ('no_bookings', 'no_messages', 'suspend')) and (ends_at is null or ends_at > decided_at)),
  constraint moderation_decisions_sums_check check (cancelled_sessions >= 0 and refunded_cents >= 0),
  constraint moderation_decisions_appeal_check check (
    (appealed_at is null) = (appeal_body is null) and (appeal_body is null or char_length(appeal_body) between 10 and 2000)),
  constraint moderation_decisions_appeal_time_check check (appealed_at is null or (appealed_at <= appeal_until and measure <> 'none')),
  constraint moderation_decisions_outcome_check check (
    (appeal_outcome is null) = (appeal_decided_at is null) and (appeal_outcome is null) = (appeal_reason is null)
    and (appeal_outcome is null or appealed_at is not null)),
  constraint moderation_decisions_appeal_outcome_check check (appeal_outcome in ('upheld', 'overturned')),
  constraint moderation_decisions_appeal_reason_check check (char_length(trim(appeal_reason)) between 3 and 500),
  -- Nobody hears an appeal against their own decision.
  constraint moderation_decisions_other_admin_check check (appeal_decided_by <> decided_by)
);
create index moderation_decisions_person_id_idx on public.moderation_decisions (person_id, decided_at desc);
create index moderation_decisions_decided_by_idx on public.moderation_decisions (decided_by);
create index moderation_decisions_appeal_decided_by_idx on public.moderation_decisions (appeal_decided_by);

alter table public.session_messages add column hidden_at timestamptz;
alter table public.offers add column withdrawn_at timestamptz;
alter table public.offers add constraint offers_withdrawn_check check (withdrawn_at is null or archived_at is not null);

comment on table public.moderation_cases is 'Something that was reported, from the first report until the appeal is over. Reports of the same thing meet in one open case.';
comment on column public.moderation_cases.id is 'The case.';
comment on column public.moderation_cases.number is 'What the team calls it: M-0012.';
comment on column public.moderation_cases.subject_kind is 'profile, offer, review, message or session.';
comment on column public.moderation_cases.subject_id is 'The reported thing: a uuid, or the number of a message. No foreign key: the case outlives it.';
comment on column public.moderation_cases.person_id is 'Whose it is; null once that account is deleted, and of a group session in which nobody is named.';
comment on column public.moderation_cases.title is 'What it is, in the words of the first reports evidence.';
comment on column public.moderation_cases.severity is '1 to 3: the highest of its reports (domain/moderation).';
comment on column public.moderation_cases.category is 'That of the gravest report.';
comment on column public.moderation_cases.report_count is 'How many people reported it.';
comment on column public.moderation_cases.state is 'open, decided, appealed (waits for another admin), closed (after the appeal).';
comment on column public.moderation_cases.opened_at is 'First report.';
comment on column public.moderation_cases.last_reported_at is 'Last report.';
comment on column public.moderation_cases.taken_by is 'The admin who works on it.';
comment on column public.moderation_cases.taken_until is 'Until when it is theirs; afterwards anybody may take it.';

comment on table public.moderation_reports is 'What somebody says of a subject (a notice, art. 16 DSA), with the subject as it was at that moment.';
comment on column public.moderation_reports.id is 'The report.';
comment on column public.moderation_reports.case_id is 'The case that it belongs to.';
comment on column public.moderation_reports.reporter_id is 'Who reported; null without an account, or once it is deleted.';
comment on column public.moderation_reports.reporter_email is 'Of somebody without an account: where the answer goes.';
comment on column public.moderation_reports.reporter_name is 'Of somebody without an account: who they say they are.';
comment on column public.moderation_reports.category is 'Why (domain/moderation).';
comment on column public.moderation_reports.body is 'In their words.';
comment on column public.moderation_reports.path is 'The page that it was sent from.';
comment on column public.moderation_reports.good_faith is 'They declared that they believe what they say.';
comment on column public.moderation_reports.evidence is 'The subject as it was at that moment. @type Evidence of #domain/moderation/evidence.ts';
comment on column public.moderation_reports.created_at is 'When.';
comment on column public.moderation_reports.unfounded is 'The decision found it plainly unfounded: who does that often may report less.';

comment on table public.moderation_decisions is 'What the team decided about a case (a statement of reasons, art. 17 DSA), and the appeal against it (art. 20).';
comment on column public.moderation_decisions.id is 'The decision.';
comment on column public.moderation_decisions.case_id is 'The case.';
comment on column public.moderation_decisions.person_id is 'Whom it is about; null once that account is deleted.';
comment on column public.moderation_decisions.decided_by is 'The admin who decided.';
comment on column public.moderation_decisions.measure is 'none, warn, hide, no_bookings, no_messages, suspend or close.';
comment on column public.moderation_decisions.rule is 'The rule that was broken (domain/moderation).';
comment on column public.moderation_decisions.facts is 'What was found, as the person reads it.';
comment on column public.moderation_decisions.reason is 'Why this measure, as the person and the audit log read it.';
comment on column public.moderation_decisions.decided_at is 'When.';
comment on column public.moderation_decisions.ends_at is 'When the measure ends by itself; null: it has no end, or is done at once.';
comment on column public.moderation_decisions.cancelled_sessions is 'Sessions that were called off with it.';
comment on column public.moderation_decisions.refunded_cents is 'What their viewers were given back, in euro cents.';
comment on column public.moderation_decisions.token_hash is 'SHA-256 of the secret in the address of the statement, which a suspended person can read.';
comment on column public.moderation_decisions.appeal_until is 'Last instant for an appeal: six months later.';
comment on column public.moderation_decisions.appealed_at is 'When the person appealed.';
comment on column public.moderation_decisions.appeal_body is 'Why, in their words.';
comment on column public.moderation_decisions.appeal_outcome is 'upheld or overturned; null: not decided.';
comment on column public.moderation_decisions.appeal_reason is 'Why, as the person reads it.';
comment on column public.moderation_decisions.appeal_decided_by is 'The admin who decided the appeal: never the one of the decision.';
comment on column public.moderation_decisions.appeal_decided_at is 'When.';

comment on column public.session_messages.hidden_at is 'When the team hid it: its people do not read it any more. Null: it is seen.';
comment on column public.offers.withdrawn_at is 'When the team took it off the page: its streamer cannot bring it back. Null: it is theirs.';
