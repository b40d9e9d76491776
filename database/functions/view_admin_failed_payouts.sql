-- Failed payouts whose money no later payout includes, for the admin who helps their streamer. Guarded as admin_people is.
create or replace view public.admin_failed_payouts with (security_barrier) as
select
  p.id, p.streamer_id, p.provider, p.provider_reference, p.amount_cents, p.created_at, p.ended_at, p.last_error,
  s.display_name as streamer_name, u.email as streamer_email
from public.payouts p
left join public.streamers s on s.id = p.streamer_id
left join auth.users u on u.id = p.streamer_id
where p.state = 'failed' and p.retried_at is null and ((select private.is_of_team('{finance}')) or current_user = 'service_role');

comment on view public.admin_failed_payouts is 'Payouts that failed and were not tried again yet, with their streamers, for the admin.';
