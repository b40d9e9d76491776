-- Cases that no report opened: a rule found something, and somebody of the team looks.

alter table public.moderation_cases add column signal text,
  add constraint moderation_cases_signal_check check (signal in ('contact_in_message', 'contact_in_profile', 'no_shows', 'disputes', 'refusals', 'reports'));
comment on column public.moderation_cases.signal is 'The rule that opened it by itself (domain/moderation/signals.ts); null: somebody reported it.';

-- Reports of a thing meet in one open case, and what a rule finds about a person meets in another.
drop index public.moderation_cases_open_key;
create unique index moderation_cases_open_key on public.moderation_cases (subject_kind, subject_id, person_id) nulls not distinct
  where state = 'open' and signal is null;
create unique index moderation_cases_signal_key on public.moderation_cases (person_id, signal) where state = 'open' and signal is not null;

create table private.case_signals (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.moderation_cases on delete cascade,
  subject_kind text not null,
  subject_id text not null,
  found text[] not null,
  evidence jsonb not null,
  found_at timestamptz not null,
  constraint case_signals_subject_key unique (case_id, subject_kind, subject_id, found),
  constraint case_signals_found_check check (cardinality(found) between 1 and 20),
  constraint case_signals_evidence_check check (jsonb_typeof(evidence) = 'object')
);
comment on table private.case_signals is 'What a rule found, with the thing as it was at that moment. Of a conversation it holds the message that was found and no other.';
comment on column private.case_signals.id is 'The finding.';
comment on column private.case_signals.case_id is 'The case that it belongs to.';
comment on column private.case_signals.subject_kind is 'Where it was found: profile, offer or message.';
comment on column private.case_signals.subject_id is 'Of what: a uuid, or the number of a message.';
comment on column private.case_signals.found is 'The words that were found, or the counts, in French.';
comment on column private.case_signals.evidence is 'The thing as it was at that moment. @type Evidence of #domain/moderation/evidence.ts';
comment on column private.case_signals.found_at is 'When.';

create table private.unread_texts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  constraint unread_texts_kind_check check (kind in ('profile', 'offer', 'message'))
);
comment on table private.unread_texts is 'Texts that were written and that the rules of signals have yet to read: each is read once.';
comment on column private.unread_texts.id is 'Rises with each text.';
comment on column private.unread_texts.kind is 'profile, offer or message.';
comment on column private.unread_texts.subject_id is 'Which: a uuid, or the number of a message.';

revoke all on private.case_signals, private.unread_texts from public, anon, authenticated, service_role;
