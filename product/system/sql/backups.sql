revoke all on private.backups from public, anon, authenticated, service_role;

-- The backups that were made, for the admin's page about the system. Guarded as admin_people is.
create or replace view public.admin_backups with (security_barrier) as
select b.id, b.started_at, b.ended_at, b.file_bytes, b.files, b.missing_files, b.error
from private.backups b
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_backups is 'Each backup of this installation and what came of it.';

-- Signed-in people may query it, only an admin gets rows (the view calls private.is_admin).
revoke all on public.admin_backups from public, anon, authenticated, service_role;
grant select on public.admin_backups to authenticated, service_role;
