-- Streamers who were asked who they are and have not answered, with what waits for it, for the admin. Guarded as admin_people is.
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
