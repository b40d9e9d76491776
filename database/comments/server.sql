-- What the server keeps for itself.

comment on column private.tasks.name is 'The task, fixed for ever: server/jobs/registry.ts.';
comment on column private.tasks.runs is 'How often it has run.';
comment on column private.tasks.runs_failed is 'How often it has failed.';
comment on column private.tasks.last_ended_at is 'When the last run ended.';
comment on column private.tasks.last_milliseconds is 'How long the last run took.';
comment on column private.tasks.last_failed_at is 'When a run failed last.';
