-- The whole installation in one row, for the team's page about the system and for /metrics. What each process knows of itself is in admin_processes.
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

create or replace view public.admin_system with (security_barrier) as
select f.* from private.system_figures f where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_system is 'The installation in one row, for the admin. Empty for everybody else.';

create or replace view public.admin_processes with (security_barrier) as
select p.key, p.started_at, p.seen_at, p.figures
from private.processes p
where p.seen_at > now() - interval '1 minute' and ((select private.is_admin()) or current_user = 'service_role');
comment on view public.admin_processes is 'The processes that serve now, and how each is, for the admin.';

create or replace view public.admin_errors with (security_barrier) as
select e.fingerprint, e.name, e.message, e.place, e.count, e.first_at, e.last_at, e.last_request_id
from private.errors e
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_errors is 'What the server logged as an error, once a kind, for the admin. Nothing in it is about a person.';

create or replace view public.admin_live_rooms with (security_barrier) as
select r.session_id, r.engine, r.opened_at, b.id as booking_id, b.title, b.start_at, b.end_at,
  count(*) filter (where not a.waiting)::int as people, count(*) filter (where a.waiting)::int as waiting,
  count(*) filter (where a.line_quality = 'good')::int as good, count(*) filter (where a.line_quality = 'fair')::int as fair,
  count(*) filter (where a.line_quality = 'poor')::int as poor
from private.admissions a
join private.rooms r on r.session_id = a.session_id
join lateral (select o.id, o.title, o.start_at, o.end_at from public.bookings o where o.session_id = r.session_id
  order by o.seat, o.id limit 1) b on true
where a.ended_at is null and ((select private.is_admin()) or current_user = 'service_role')
group by r.session_id, r.engine, r.opened_at, b.id, b.title, b.start_at, b.end_at;
comment on view public.admin_live_rooms is 'Rooms in which somebody is now, and how good their lines are, for the admin.';

-- Refunds whose money has left although their order failed: the provider made it and refused the rest, or somebody gave it back since, here or at
-- the provider. Orders that stand for other failed ones do not count.
create or replace view private.refunded_orders as
select o.id from public.payment_orders o
where o.kind = 'refund' and (
  o.provider_reference is not null
  or exists (select from public.payment_orders d where d.payment_id = o.payment_id and d.kind = 'refund' and d.state in ('pending', 'done')
    and d.created_at > o.created_at and not exists (select from public.payment_orders r where r.replaced_by = d.id))
  or exists (select from public.ledger_postings g where g.payment_id = o.payment_id and g.source like 'refund:%' and g.at > o.created_at));
comment on view private.refunded_orders is 'Orders to refund whose money has left, by them or in another way since.';

create or replace view public.admin_failed_orders with (security_barrier) as
select o.id, o.payment_id, p.booking_id, o.kind, o.amount_cents, o.attempts, o.last_error, o.created_at, b.title, p.state as payment_state,
  p.captured_cents, p.refunded_cents, nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer_name, s.display_name as streamer_name,
  -- A capture that was refused has called its booking off: there is nothing left to take.
  case o.kind when 'refund' then p.state = 'captured' and not exists (select from private.refunded_orders x where x.id = o.id)
    when 'void' then p.state in ('open', 'authorised') when 'capture' then false else true end as can_relaunch
from public.payment_orders o
join public.payments p on p.id = o.payment_id
join public.bookings b on b.id = p.booking_id
left join public.profiles v on v.id = p.viewer_id
left join public.streamers s on s.id = p.streamer_id
where o.state = 'failed' and ((select private.is_of_team('{finance}')) or current_user = 'service_role');
comment on view public.admin_failed_orders is 'Orders that the payment provider refused for good and nobody has dealt with yet, for the admin.';
