-- Admins read it, but for the entries about what their roles do not let them read; commands write it, nobody changes it (a trigger refuses even the owner).
alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select (id, at, actor_id, action, subject_table, subject_id, before, after, reason)
  on public.audit_log to authenticated;
grant select, insert on public.audit_log to service_role;

drop policy if exists audit_log_read_as_admin on public.audit_log;
create policy audit_log_read_as_admin on public.audit_log for select to authenticated
using ((select private.is_admin()) and action not like all ((select private.unread_audit_actions())::text[]));
