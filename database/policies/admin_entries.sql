-- Why an admin entered a room: readable by the people of the session, and by admins. Written by conference/enter-room alone.
alter table public.admin_entries enable row level security;
revoke all on public.admin_entries from public, anon, authenticated, service_role;
grant select (id, session_id, reason, entered_at) on public.admin_entries to authenticated;
grant select, insert on public.admin_entries to service_role;

drop policy if exists admin_entries_read_own on public.admin_entries;
create policy admin_entries_read_own on public.admin_entries for select to authenticated
using (private.is_of_session(session_id) or (select private.is_of_team('{support,moderation}')));
