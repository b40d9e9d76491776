comment on table public.admin_entries is 'Each time an admin entered a room, with the reason given, for its people to see.';
comment on column public.admin_entries.id is 'Rises with each entry.';
comment on column public.admin_entries.session_id is 'The room.';
comment on column public.admin_entries.admin_id is 'Who; null once that account is deleted.';
comment on column public.admin_entries.reason is 'Why, in the admin''s words.';
comment on column public.admin_entries.entered_at is 'When.';

-- Why an admin entered a room: readable by the people of the session, and by admins. Written by
-- conference/enter-room alone.
alter table public.admin_entries enable row level security;
revoke all on public.admin_entries from public, anon, authenticated, service_role;
grant select (id, session_id, reason, entered_at) on public.admin_entries to authenticated;
grant select, insert on public.admin_entries to service_role;

drop policy if exists admin_entries_read_own on public.admin_entries;
create policy admin_entries_read_own on public.admin_entries for select to authenticated
using (private.is_of_session(session_id) or (select private.is_of_team('{support,moderation}')));
