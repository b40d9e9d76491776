-- A schedule that fails waits by itself, so that the others leave on their day.
alter table private.report_schedules add column failures integer not null default 0, add column retry_at timestamptz;
comment on column private.report_schedules.failures is 'How often in a row it failed.';
comment on column private.report_schedules.retry_at is 'Before this it is not tried again; null: when it is due.';
