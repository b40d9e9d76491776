comment on table public.message_reads is 'How far a person has read a conversation, and how far mails told them of it.';
comment on column public.message_reads.session_id is 'The conversation.';
comment on column public.message_reads.person_id is 'Who reads.';
comment on column public.message_reads.last_read_id is 'The newest message that they have seen; 0 before the first.';
comment on column public.message_reads.read_at is 'When they saw it.';
comment on column public.message_reads.last_mailed_id is 'The newest message that a mail told them of.';
comment on column public.message_reads.mailed_at is 'When it was sent.';

-- How far somebody has read a conversation, for them alone: nobody learns whether the other has
-- read. Written by messages/mark-messages-read.
alter table public.message_reads enable row level security;
revoke all on public.message_reads from public, anon, authenticated, service_role;
grant select (session_id, person_id, last_read_id, read_at) on public.message_reads to authenticated;
grant select, insert, update, delete on public.message_reads to service_role;

drop policy if exists message_reads_read_own on public.message_reads;
create policy message_reads_read_own on public.message_reads for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists message_reads_not_by_another on public.message_reads;
create policy message_reads_not_by_another on public.message_reads as restrictive for select to authenticated using (not (select private.another_looks()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.message_reads', deletes => false);
