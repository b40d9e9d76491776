-- What the server does later, by itself (server/jobs/registry.ts), and what each of these tasks did last (docs/decisions/0040).
create table private.tasks (
  name text primary key,
  every_milliseconds integer,
  place text not null,
  lease_seconds integer,
  concurrency integer not null,
  runs bigint not null default 0,
  runs_failed bigint not null default 0,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_milliseconds integer,
  last_error text,
  last_failed_at timestamptz,
  constraint tasks_place_check check (place in ('once', 'each process')),
  constraint tasks_lease_check check ((place = 'once') = (lease_seconds is not null)),
  constraint tasks_concurrency_check check (concurrency > 0),
  constraint tasks_counts_check check (runs >= runs_failed and runs_failed >= 0),
  constraint tasks_last_failure_check check ((last_error is null) = (last_failed_at is null))
);
comment on table private.tasks is
  'One row for each task that the server runs later, made anew at each start of a server; the counts and the last run survive restarts.';
comment on column private.tasks.every_milliseconds is 'From the end of one run to the next; null: it runs only when something asks for it.';
comment on column private.tasks.place is 'once: one run at a time over all processes; each process: every process runs it.';
comment on column private.tasks.lease_seconds is 'A run of a process that gave no sign of life for so long is taken over by another process.';
comment on column private.tasks.concurrency is 'How many pieces of work one run has under way at a time.';
comment on column private.tasks.last_started_at is 'Later than last_ended_at while a run is under way, or after its process died.';
comment on column private.tasks.last_error is 'Of the last run that failed, whether or not one succeeded since; last_failed_at says when.';
