alter table public.support_messages enable row level security;
revoke all on public.support_messages from public, anon, authenticated, service_role;
grant select (id, thread_id, side, body, folded, via, sent_at) on public.support_messages to authenticated;
grant select, insert, update, delete on public.support_messages to service_role;
drop policy if exists support_messages_read_own on public.support_messages;
create policy support_messages_read_own on public.support_messages for select to authenticated
using (exists (select from public.support_threads t where t.id = thread_id));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.support_messages', deletes => false);
