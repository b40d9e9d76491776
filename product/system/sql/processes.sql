comment on column private.processes.figures is 'How it was then. @type ProcessFigures of #product/system/rules/process-figures.ts';

revoke all on private.processes from public, anon, authenticated, service_role;

revoke all on private.errors from public, anon, authenticated, service_role;

-- The whole installation in one row, for the team's page about the system and for /metrics. What
-- each process knows of itself is in admin_processes.
create or replace view private.system_figures as
select
  (select max(a.name) from migrations.applied a where a.kind = 'migration' and a.set_name = 'product') as migration,
  current_setting('server_version') as postgres_version,
  pg_database_size(current_database()) as database_bytes,
  objects.count as objects, objects.bytes as object_bytes,
  mails.waiting as mails_waiting, mails.failed as mails_failed,
  orders.waiting as orders_waiting, orders.failed as orders_failed,
  (select count(*)::int from public.payouts p where p.state = 'failed' and p.retried_at is null) as payouts_failed,
  events.last_at as last_webhook_at, events.today as webhooks_today, events.unapplied as webhooks_unapplied,
  calendars.working as calendars_working, calendars.pending as calendars_pending, calendars.broken as calendars_broken,
  rooms.live as rooms_live, rooms.people as people_in_rooms, rooms.waiting as people_in_lobbies,
  rooms.good as lines_good, rooms.fair as lines_fair, rooms.poor as lines_poor,
  (select count(*)::int from private.errors e where e.last_at > now() - interval '24 hours') as errors_today,
  (select max(b.ended_at) from private.backups b where b.error is null) as last_backup_at
from
  (select count(*)::int as count, coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint as bytes from storage.objects o) objects,
  (select count(*) filter (where m.state = 'pending')::int as waiting, count(*) filter (where m.state = 'failed')::int as failed
    from mail.messages m where m.state in ('pending', 'failed')) mails,
  (select count(*) filter (where o.state = 'pending')::int as waiting, count(*) filter (where o.state = 'failed')::int as failed
    from public.payment_orders o where o.state in ('pending', 'failed')) orders,
  (select max(e.received_at) as last_at, count(*) filter (where e.received_at > now() - interval '24 hours')::int as today,
    count(*) filter (where e.received_at > now() - interval '24 hours' and e.outcome <> 'applied')::int as unapplied
    from private.provider_events e) events,
  (select count(*) filter (where c.state = 'working')::int as working, count(*) filter (where c.state = 'pending')::int as pending,
    count(*) filter (where c.state = 'broken')::int as broken from public.calendars c) calendars,
  (select count(distinct a.session_id) filter (where not a.waiting)::int as live, count(*) filter (where not a.waiting)::int as people,
    count(*) filter (where a.waiting)::int as waiting, count(*) filter (where a.line_quality = 'good')::int as good,
    count(*) filter (where a.line_quality = 'fair')::int as fair, count(*) filter (where a.line_quality = 'poor')::int as poor
    from private.admissions a where a.ended_at is null) rooms;
comment on view private.system_figures is 'The installation in one row: what waits, what failed, how large it is, who meets now.';

revoke all on private.system_figures from public, anon, authenticated, service_role;

create or replace view public.admin_system with (security_barrier) as
select f.* from private.system_figures f where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_system is 'The installation in one row, for the admin. Empty for everybody else.';

-- Signed-in people may query them, only an admin gets rows (the views call private.is_admin);
-- failed orders are for finance.
revoke all on public.admin_system from public, anon, authenticated, service_role;
grant select on public.admin_system to authenticated, service_role;

create or replace view public.admin_processes with (security_barrier) as
select p.key, p.started_at, p.seen_at, p.figures
from private.processes p
where p.seen_at > now() - interval '1 minute' and ((select private.is_admin()) or current_user = 'service_role');
comment on view public.admin_processes is 'The processes that serve now, and how each is, for the admin.';

revoke all on public.admin_processes from public, anon, authenticated, service_role;
grant select on public.admin_processes to authenticated, service_role;

create or replace view public.admin_errors with (security_barrier) as
select e.fingerprint, e.name, e.message, e.place, e.count, e.first_at, e.last_at, e.last_request_id
from private.errors e
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_errors is 'What the server logged as an error, once a kind, for the admin. Nothing in it is about a person.';

revoke all on public.admin_errors from public, anon, authenticated, service_role;
grant select on public.admin_errors to authenticated, service_role;
