-- The messages of a session, for its people. A person who cancelled keeps what was written until then. An admin reads them only while they have the
-- conversation open with a reason that its people were told. What the team hid its author alone still reads. Written by commands alone.
alter table public.session_messages enable row level security;
revoke all on public.session_messages from public, anon, authenticated, service_role;
grant select (id, session_id, author_id, side, body, sent_at, hidden_at, removed_at) on public.session_messages to authenticated;
grant select, insert on public.session_messages to service_role;

drop policy if exists session_messages_read_own on public.session_messages;
create policy session_messages_read_own on public.session_messages for select to authenticated
using (((hidden_at is null or author_id = (select auth.uid())) and sent_at <= private.messages_readable_until(session_id)) 
  or session_id in (select private.opened_conversations()));
