-- A person reads their own threads and what both sides wrote in them, without who of the team wrote or takes care of it; admins read all, and by
-- admin_support_threads who works on what. Notes are the team's alone. All is written by commands, but how far one has read, and saved answers.
alter table public.support_threads enable row level security;
revoke all on public.support_threads from public, anon, authenticated, service_role;
grant select (id, number, person_id, subject, context, booking_id, payment_id, state, opened_at, last_message_at, resolved_at, read_at)
  on public.support_threads to authenticated;
grant update (read_at) on public.support_threads to authenticated;
grant select, insert, update, delete on public.support_threads to service_role;
drop policy if exists support_threads_read_own on public.support_threads;
create policy support_threads_read_own on public.support_threads for select to authenticated
using (person_id = (select auth.uid()) or (select private.is_of_team('{support}')));
drop policy if exists support_threads_mark_read on public.support_threads;
create policy support_threads_mark_read on public.support_threads for update to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));

alter table public.support_messages enable row level security;
revoke all on public.support_messages from public, anon, authenticated, service_role;
grant select (id, thread_id, side, body, folded, via, sent_at) on public.support_messages to authenticated;
grant select, insert, update, delete on public.support_messages to service_role;
drop policy if exists support_messages_read_own on public.support_messages;
create policy support_messages_read_own on public.support_messages for select to authenticated
using (exists (select from public.support_threads t where t.id = thread_id));

alter table public.support_notes enable row level security;
revoke all on public.support_notes from public, anon, authenticated, service_role;
grant select (id, thread_id, author_id, body, created_at) on public.support_notes to authenticated;
grant select, insert, update, delete on public.support_notes to service_role;
drop policy if exists support_notes_read_as_admin on public.support_notes;
create policy support_notes_read_as_admin on public.support_notes for select to authenticated
using ((select private.is_of_team('{support}')));

alter table public.support_answers enable row level security;
revoke all on public.support_answers from public, anon, authenticated, service_role;
grant select (id, title, body, created_at), insert (title, body), update (title, body), delete on public.support_answers to authenticated;
grant select, insert, update, delete on public.support_answers to service_role;
drop policy if exists support_answers_of_team on public.support_answers;
create policy support_answers_of_team on public.support_answers for all to authenticated
using ((select private.is_of_team('{support}'))) with check ((select private.is_of_team('{support}')));

revoke all on public.admin_support_threads from public, anon, authenticated, service_role;
grant select on public.admin_support_threads to authenticated, service_role;
