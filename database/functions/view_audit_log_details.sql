-- The audit log with names beside the ids, as long as those people have an account. Guarded as admin_people is.
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
where ((select private.is_admin()) and a.action not like all ((select private.unread_audit_actions())::text[])) or current_user = 'service_role';

comment on view public.audit_log_details is 'The audit log with names beside the ids, for the admin.';
