alter table public.support_notes enable row level security;
revoke all on public.support_notes from public, anon, authenticated, service_role;
grant select (id, thread_id, author_id, body, created_at) on public.support_notes to authenticated;
grant select, insert, update, delete on public.support_notes to service_role;
drop policy if exists support_notes_read_as_admin on public.support_notes;
create policy support_notes_read_as_admin on public.support_notes for select to authenticated
using ((select private.is_of_team('{support}')));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.support_notes', deletes => false);
