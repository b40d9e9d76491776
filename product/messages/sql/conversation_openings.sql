-- Why an admin opened a conversation: readable by its people, also by a viewer who called off, and
-- by admins. Which admin it was, and which case, stays with the server. Written by
-- moderation/open-conversation alone.
alter table public.conversation_openings enable row level security;
revoke all on public.conversation_openings from public, anon, authenticated, service_role;
grant select (id, session_id, reason, opened_at, ends_at) on public.conversation_openings to authenticated;
grant select, insert on public.conversation_openings to service_role;

drop policy if exists conversation_openings_read_own on public.conversation_openings;
create policy conversation_openings_read_own on public.conversation_openings for select to authenticated
using (opened_at <= private.messages_readable_until(session_id) or (select private.is_of_team('{support,moderation}')));

drop policy if exists conversation_openings_not_by_another on public.conversation_openings;
create policy conversation_openings_not_by_another on public.conversation_openings as restrictive for select to authenticated using (not (select private.another_looks()));
