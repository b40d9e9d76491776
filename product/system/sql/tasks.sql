-- The server keeps these for itself.

comment on column private.tasks.name is 'The task, fixed for ever: server/jobs/registry.ts.';
comment on column private.tasks.runs is 'How often it has run.';
comment on column private.tasks.runs_failed is 'How often it has failed.';
comment on column private.tasks.last_ended_at is 'When the last run ended.';
comment on column private.tasks.last_milliseconds is 'How long the last run took.';
comment on column private.tasks.last_failed_at is 'When a run failed last.';

revoke all on private.tasks from public, anon, authenticated, service_role;

-- The version before asks it each second: its processes go on beside this one's. A later release drops it,
-- « Served since 0512_probes_of_tasks.sql »: here each task carries its own probe.
create or replace function private.tasks_with_work(at timestamptz) returns setof text
language sql stable set search_path = '' as $$
  select 'mail/deliver' where exists (select from mail.messages where state = 'pending' and next_attempt_at <= now())
  union all select 'payments/carry-out-orders' where exists (select from public.payment_orders
    where state = 'pending' and next_attempt_at <= at and (lease_until is null or lease_until <= at))
  union all select 'payments/send-payouts' where exists (select from public.payouts
    where state = 'pending' and next_attempt_at <= at and (lease_until is null or lease_until <= at))
  union all select 'booking/carry-out-deadlines' where exists (select from public.bookings where due_at <= at)
  union all select 'conference/end-lapsed-extensions' where exists (select from public.session_extensions
    where state in ('offered', 'accepted', 'paying') and until_at <= at)
  union all select 'discovery/refresh-free-times' where exists (select from private.free_time_marks)
    or exists (select from private.free_times where fresh_until <= at)
  union all select 'statistics/add-up' where exists (select from private.statistics_marks)
  union all select 'analytics/add-up' where exists (select from private.platform_marks)
  union all select 'calendars/import' where exists (select from public.calendars where next_fetch_at <= at)
  union all select 'documents/make' where exists (select from private.due_documents where look_at <= at)
  union all select 'catalogue/finish-merges' where exists (select from public.categories where merged_into is not null and merge_finished_at is null)
  union all select 'announcements/send' where exists (select from public.announcements
    where send_at <= at and stopped_at is null and finished_at is null)
  union all select 'sandbox/pass-time' where exists (select from sandbox.webhooks where copies > 0 and next_attempt_at <= at)
    or exists (select from sandbox.checkouts where state = 'open' and expires_at <= at)
    or exists (select from sandbox.disputes where next_step_at <= at)
    or exists (select from sandbox.movements where state = 'pending' and settles_at <= at)
$$;
revoke execute on function private.tasks_with_work(timestamptz) from public;

comment on function private.tasks_with_work(timestamptz) is 'Names the tasks that have something to do at an instant.';

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
