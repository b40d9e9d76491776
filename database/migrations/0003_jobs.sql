-- What happens later: one row a task. Which process runs it is decided by an advisory lock, when by `next_run_at`; a run
-- that was killed has not moved `next_run_at`, so the next process to look takes it up again.
create table private.scheduled_tasks (
  name text primary key,
  next_run_at timestamptz not null default '-infinity',
  last_started_at timestamptz,
  last_finished_at timestamptz,
  runs bigint not null default 0,
  failures integer not null default 0,
  last_error text,
  constraint scheduled_tasks_failures_check check (failures >= 0)
);
