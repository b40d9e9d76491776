revoke all on private.integrity_checks from public, anon, authenticated, service_role;

-- The checks of integrity, for the admin's page about the system. Guarded as admin_people is.
create or replace view public.admin_integrity_checks with (security_barrier) as
select c.id, c.asked_at, c.started_at, c.ended_at, c.findings
from private.integrity_checks c
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_integrity_checks is 'Each check of integrity and what it found.';

-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_integrity_checks from public, anon, authenticated, service_role;
grant select on public.admin_integrity_checks to authenticated, service_role;
