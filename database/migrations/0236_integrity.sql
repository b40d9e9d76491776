-- Whether what belongs together agrees: looked at each night, and when an admin asks (server/product/system/check-integrity.ts).
create table private.integrity_checks (
  id bigint generated always as identity primary key,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  findings jsonb,
  constraint integrity_checks_times_check check (ended_at >= started_at),
  constraint integrity_checks_ended_check check ((ended_at is null) = (findings is null))
);
create unique index integrity_checks_waiting_idx on private.integrity_checks ((true)) where ended_at is null;
comment on table private.integrity_checks is 'Each check of integrity; the one without an end waits or is under way.';
comment on column private.integrity_checks.id is 'In the order in which they were asked for.';
comment on column private.integrity_checks.asked_at is 'When the night began it, or an admin asked.';
comment on column private.integrity_checks.started_at is 'Of its last run: after the death of a process it runs again.';
comment on column private.integrity_checks.ended_at is 'When all had been looked at.';
comment on column private.integrity_checks.findings is
  'What does not agree; empty when all does. @type { check: string; count: number; examples: string[] }[]';
