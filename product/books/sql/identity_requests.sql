-- The server's own: no client reaches these.
revoke all on private.fiscal_identities from public, anon, authenticated, service_role;

-- The streamer's own, and admins.
alter table public.identity_requests enable row level security;
revoke all on public.identity_requests from public, anon, authenticated, service_role;
grant select (streamer_id, year, sessions, credited_cents, asked_at, reminded_at, reminded_again_at, waits_from, completed_at)
  on public.identity_requests to authenticated;
grant select on public.identity_requests to service_role;

drop policy if exists identity_requests_read on public.identity_requests;
create policy identity_requests_read on public.identity_requests for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

drop policy if exists identity_requests_not_by_another on public.identity_requests;
create policy identity_requests_not_by_another on public.identity_requests as restrictive for select to authenticated using (not (select private.another_looks()));

-- Streamers who were asked who they are and have not answered, with what waits for it, for the
-- admin. Guarded as admin_people is.
create or replace view public.admin_identity_requests with (security_barrier) as
select
  r.streamer_id, r.year, r.sessions, r.credited_cents, r.asked_at, r.reminded_at, r.reminded_again_at, r.waits_from,
  s.display_name as streamer_name, u.email as streamer_email,
  coalesce((select sum(m.available_cents) from public.payment_balances m where m.streamer_id = r.streamer_id), 0)::bigint as available_cents
from public.identity_requests r
left join public.streamers s on s.id = r.streamer_id
left join auth.users u on u.id = r.streamer_id
where r.completed_at is null and ((select private.is_of_team('{finance}')) or current_user = 'service_role');

comment on view public.admin_identity_requests is 'Streamers whose fiscal identity is asked for and not complete, and what is available to them meanwhile, for the admin.';

revoke all on public.admin_identity_requests from public, anon, authenticated, service_role;
grant select on public.admin_identity_requests to authenticated, service_role;
