-- What the server does later and what came of it, for the admin's page about the system. Guarded as admin_people is.
create or replace view public.admin_tasks with (security_barrier) as
select t.name, t.every_milliseconds, t.place, t.lease_seconds, t.concurrency, t.runs, t.runs_failed,
  t.last_started_at, t.last_ended_at, t.last_milliseconds, t.last_error, t.last_failed_at,
  coalesce(t.last_failed_at >= t.last_ended_at, false) as is_failing,
  coalesce(t.last_started_at > coalesce(t.last_ended_at, '-infinity'), false) as is_running
from private.tasks t
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_tasks is 'Each task that the server runs later: how often, and when it last ran, how long, with which error.';
