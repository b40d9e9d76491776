comment on table public.audit_log is 'What was done to people and money by the team or by Loge itself. Append-only.';
comment on column public.audit_log.id is 'Rises with each entry.';
comment on column public.audit_log.at is 'When it was done.';
comment on column public.audit_log.actor_id is 'Who did it; null for Loge itself. No foreign key: the entry outlives the account.';
comment on column public.audit_log.action is 'The command or the task, <capability>/<verb-noun>.';
comment on column public.audit_log.subject_table is 'The table of what it was done to.';
comment on column public.audit_log.subject_id is 'The id of that row.';
comment on column public.audit_log.before is 'The state before the action; null: none was recorded. @type Record<string, Json>';
comment on column public.audit_log.after is 'The state after the action; null: none was recorded. @type Record<string, Json>';
comment on column public.audit_log.reason is 'Why, in the words of the person who did it.';

-- Admins read it, but for the entries about what their roles do not let them read; commands write
-- it, nobody changes it (a trigger refuses even the owner).
alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select (id, at, actor_id, action, subject_table, subject_id, before, after, reason)
  on public.audit_log to authenticated;
grant select, insert on public.audit_log to service_role;

drop policy if exists audit_log_read_as_admin on public.audit_log;
create policy audit_log_read_as_admin on public.audit_log for select to authenticated
using ((select private.is_admin()) and (action = any ((select private.read_audit_actions())::text[]) or (select private.is_of_team('{}'))));

create or replace trigger append_only before update or delete on public.audit_log
for each row execute function private.refuse_change();
comment on trigger append_only on public.audit_log is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.audit_log
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.audit_log is 'Append-only: what was written stays.';

-- The acts whose entries the caller reads: an entry tells the measure, the amount or the reason,
-- and so is read by anybody who may read what it is about. One without a row is read by `all`
-- alone. The policy and the view ask it once a statement.
revoke all on private.audit_readers from public, anon, authenticated, service_role;
create or replace function private.read_audit_actions() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(r.action), '{}') from private.audit_readers r
  where r.read_by is null or private.is_of_team(r.read_by)
$$;
revoke execute on function private.read_audit_actions() from public;
grant execute on function private.read_audit_actions() to authenticated, service_role;
comment on function private.read_audit_actions() is 'The acts whose entries in the audit log the caller reads, by their roles within the team.';

-- The audit log with names beside the ids, as long as those people have an account. Guarded as
-- admin_people is.
create or replace view public.audit_log_details with (security_barrier) as
select
  a.id,
  a.at,
  a.action,
  a.actor_id,
  nullif(concat_ws(' ', actor.first_name, actor.last_name), '') as actor_name,
  actor_user.email as actor_email,
  a.subject_table,
  a.subject_id,
  nullif(concat_ws(' ', subject.first_name, subject.last_name), '') as subject_name,
  subject_user.email as subject_email,
  a.before,
  a.after,
  a.reason,
  concat_ws(' ', actor_names.names, actor_user.email, subject_names.names, subject_user.email, private.search_text(a.reason)) as search
from public.audit_log a
left join public.profiles actor on actor.id = a.actor_id
left join private.profile_searches actor_names on actor_names.person_id = a.actor_id
left join auth.users actor_user on actor_user.id = a.actor_id
-- Joined by primary key, which lets the planner leave the join out when rows are only counted.
left join public.profiles subject
  on subject.id = case when a.subject_table = 'profiles' then a.subject_id::uuid end
left join private.profile_searches subject_names on subject_names.person_id = subject.id
left join auth.users subject_user on subject_user.id = subject.id
where ((select private.is_admin()) and (a.action = any ((select private.read_audit_actions())::text[]) or (select private.is_of_team('{}')))) or current_user = 'service_role';

comment on view public.audit_log_details is 'The audit log with names beside the ids, for the admin.';

revoke all on public.audit_log_details from public, anon, authenticated, service_role;
grant select on public.audit_log_details to authenticated, service_role;

-- A list of patterns stood here before the rows. It goes once neither the policy nor the view asks it
-- any more: a block runs after both, where a statement of its own would run before them.
do $$ begin
  drop function if exists private.unread_audit_actions();
end $$;
