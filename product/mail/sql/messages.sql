-- Mails that could not be delivered, for the admin who removes the cause and sends them again.
-- Facts and texts may hold what an admin must not see, sign-in links for example, so only the
-- envelope is shown.
create or replace view public.admin_dead_letters with (security_barrier) as
select m.id, m.kind, m.to_address, coalesce(m.subject, m.kind) as subject, m.attempts, m.last_error, m.created_at, m.next_attempt_at as failed_at,
  m.related ->> 'user_id' as person_id, m.related ->> 'booking_id' as booking_id
from mail.messages m
where m.state = 'failed' and ((select private.is_of_team('{support}')) or current_user = 'service_role');

comment on view public.admin_dead_letters is 'Mails that were given up, envelope only, for the admin. Empty for everybody else.';

-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_dead_letters from public, anon, authenticated, service_role;
grant select on public.admin_dead_letters to authenticated, service_role;
