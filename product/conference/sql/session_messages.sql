comment on table public.session_messages is 'What the people of a session write to each other, before, during and after it.';
comment on column public.session_messages.id is 'Rises with each message.';
comment on column public.session_messages.session_id is 'The session.';
comment on column public.session_messages.author_id is 'Who; null once that account is deleted.';
comment on column public.session_messages.side is 'viewer, streamer or admin.';
comment on column public.session_messages.body is 'The text, 2,000 characters at most.';
comment on column public.session_messages.sent_at is 'When.';

-- The messages of a session, for its people. A person who cancelled keeps what was written until
-- then. An admin reads them only while they have the conversation open with a reason that its
-- people were told. Messages hidden by the team stay readable for their author alone. Written by
-- commands alone.
alter table public.session_messages enable row level security;
revoke all on public.session_messages from public, anon, authenticated, service_role;
grant select (id, session_id, author_id, side, body, sent_at, hidden_at, removed_at) on public.session_messages to authenticated;
grant select, insert on public.session_messages to service_role;

drop policy if exists session_messages_read_own on public.session_messages;
create policy session_messages_read_own on public.session_messages for select to authenticated
using (((hidden_at is null or author_id = (select auth.uid())) and sent_at <= private.messages_readable_until(session_id)) 
  or session_id in (select private.opened_conversations()));

drop policy if exists session_messages_not_by_another on public.session_messages;
create policy session_messages_not_by_another on public.session_messages as restrictive for select to authenticated using (not (select private.another_looks()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.session_messages', deletes => false);

create or replace trigger note_text after insert on public.session_messages
for each row execute function private.note_text('message');
comment on trigger note_text on public.session_messages is 'Each message is read by the rules of signals once.';
