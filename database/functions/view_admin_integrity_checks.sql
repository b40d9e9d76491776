-- The checks of integrity, for the admin's page about the system. Guarded as admin_people is.
create or replace view public.admin_integrity_checks with (security_barrier) as
select c.id, c.asked_at, c.started_at, c.ended_at, c.findings
from private.integrity_checks c
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_integrity_checks is 'Each check of integrity and what it found.';
