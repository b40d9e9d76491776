-- How far somebody has read a conversation, for them alone: nobody learns whether the other has read. Written by
-- messages/mark-messages-read.
alter table public.message_reads enable row level security;
revoke all on public.message_reads from public, anon, authenticated, service_role;
grant select (session_id, person_id, last_read_id, read_at) on public.message_reads to authenticated;
grant select, insert, update, delete on public.message_reads to service_role;

drop policy if exists message_reads_read_own on public.message_reads;
create policy message_reads_read_own on public.message_reads for select to authenticated
using (person_id = (select auth.uid()));
