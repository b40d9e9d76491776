-- What the team told many people, with who sent it and how many it reached. Guarded as admin_people is.
create or replace view public.admin_announcements with (security_barrier) as
select
  a.id, a.segment, a.category, a.title, a.body, a.on_banner, a.on_bell, a.by_mail, a.send_at, a.banner_until, a.created_at, a.stopped_at,
  a.finished_at, a.sent_count, a.mailed_count, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author_name
from public.announcements a left join public.profiles p on p.id = a.written_by
where (select private.is_of_team('{support}')) or current_user = 'service_role';

comment on view public.admin_announcements is 'What the team told many people, with who sent it and how many it reached, for the admin.';
