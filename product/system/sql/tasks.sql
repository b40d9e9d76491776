-- The server keeps these for itself.

comment on column private.tasks.name is 'The task, fixed for ever: server/jobs/registry.ts.';
comment on column private.tasks.runs is 'How often it has run.';
comment on column private.tasks.runs_failed is 'How often it has failed.';
comment on column private.tasks.last_ended_at is 'When the last run ended.';
comment on column private.tasks.last_milliseconds is 'How long the last run took.';
comment on column private.tasks.last_failed_at is 'When a run failed last.';

revoke all on private.tasks from public, anon, authenticated, service_role;

-- The server's tasks and the outcome of their last runs, for the admin's page about the system.
-- Guarded as admin_people is.
create or replace view public.admin_tasks with (security_barrier) as
select t.name, t.every_milliseconds, t.place, t.lease_seconds, t.concurrency, t.runs, t.runs_failed,
  t.last_started_at, t.last_ended_at, t.last_milliseconds, t.last_error, t.last_failed_at,
  coalesce(t.last_failed_at >= t.last_ended_at, false) as is_failing,
  coalesce(t.last_started_at > coalesce(t.last_ended_at, '-infinity'), false) as is_running,
  t.has_probe
from private.tasks t
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_tasks is 'Each task that the server runs later: how often, and when it last ran, how long, with which error.';

-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_tasks from public, anon, authenticated, service_role;
grant select on public.admin_tasks to authenticated, service_role;
