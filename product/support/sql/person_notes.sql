comment on table private.person_notes is 'What the team notes about a person for itself.';
comment on column private.person_notes.id is 'Rises with each note.';
comment on column private.person_notes.person_id is 'Whom it is about; the note goes with their account.';
comment on column private.person_notes.author_id is 'Who of the team wrote it; null once their account is gone.';
comment on column private.person_notes.body is 'In the words of who wrote it.';
comment on column private.person_notes.created_at is 'When it was written.';

-- Written by a command, read by the view below: the table itself is nobody's.
revoke all on private.person_notes from public, anon, authenticated, service_role;

-- What the team noted about a person, of the account and in their threads. Each is read by whose
-- duty it is: notes of a thread by support alone, as the thread itself; those about a colleague by
-- who may act upon one. Nobody reads what is noted about them. Guarded as admin_people is.
create or replace view public.admin_person_notes with (security_barrier) as
select
  'person ' || n.id as id, n.person_id, n.body, n.created_at, n.author_id,
  nullif(concat_ws(' ', a.first_name, a.last_name), '') as author_name,
  null::uuid as thread_id, null::int as thread_number
from private.person_notes n
join public.profiles p on p.id = n.person_id
left join public.profiles a on a.id = n.author_id
where current_user = 'service_role' or (
  (select private.is_of_team('{support,moderation}')) and n.person_id is distinct from (select auth.uid())
  and (p.role <> 'admin' or (select private.is_of_team('{}'))))
union all
select
  'thread ' || s.id, t.person_id, s.body, s.created_at, s.author_id,
  nullif(concat_ws(' ', a.first_name, a.last_name), ''),
  t.id, t.number
from public.support_notes s
join public.support_threads t on t.id = s.thread_id
left join public.profiles a on a.id = s.author_id
where current_user = 'service_role'
  or ((select private.is_of_team('{support}')) and t.person_id is distinct from (select auth.uid()));

comment on view public.admin_person_notes is 'What the team noted about a person and in their threads, with who wrote it, for the admin.';

revoke all on public.admin_person_notes from public, anon, authenticated, service_role;
grant select on public.admin_person_notes to authenticated, service_role;
