-- A person reads their own threads and what both sides wrote in them, without who of the team wrote
-- or takes care of it; admins read all, and by admin_support_threads who works on what. Notes are
-- the team's alone. All is written by commands, but how far one has read, and saved answers.
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

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.support_threads', deletes => false);

-- Threads as the team's list shows them, with whose they are, who takes care of them and how they
-- end. Guarded as admin_people is.
create or replace view public.admin_support_threads with (security_barrier) as
select
  t.id, t.number, t.subject, t.context, t.state, t.person_id, t.booking_id, t.payment_id, t.assignee_id, t.opened_at, t.last_message_at,
  t.waiting_since, t.first_answered_at, t.resolved_at,
  coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), t.name) as person_name,
  p.avatar_url as person_avatar_url,
  nullif(concat_ws(' ', a.first_name, a.last_name), '') as assignee_name,
  m.side as last_side, left(m.body, 160) as last_words,
  private.search_text(concat_ws(' ', 'D-' || lpad(t.number::text, 4, '0'), t.subject, p.first_name, p.last_name, t.name, t.email)) as search
from public.support_threads t
left join public.profiles p on p.id = t.person_id
left join public.profiles a on a.id = t.assignee_id
left join lateral (
  select side, body from public.support_messages s where s.thread_id = t.id order by s.id desc limit 1
) m on true
where (select private.is_of_team('{support}')) or current_user = 'service_role';

comment on view public.admin_support_threads is 'Threads with the team, with whose they are and who takes care of them, for the admin.';

revoke all on public.admin_support_threads from public, anon, authenticated, service_role;
grant select on public.admin_support_threads to authenticated, service_role;
