-- Every version of the texts and every draft, with who wrote it. Guarded as admin_people is.
create or replace view public.admin_text_versions with (security_barrier) as
select v.slug, v.version, v.body, v.effective_at, v.reason, v.created_at,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as created_by_name
from public.text_versions v
left join public.profiles p on p.id = v.created_by
where (select private.is_admin()) or current_user = 'service_role';

create or replace view public.admin_text_drafts with (security_barrier) as
select d.slug, d.base_version, d.body, d.updated_at,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as updated_by_name
from private.text_drafts d
left join public.profiles p on p.id = d.updated_by
where (select private.is_admin()) or current_user = 'service_role';

-- The texts that Loge comes with and that are news to the team: no version says the same, and none was published since they came.
create or replace view public.admin_house_texts with (security_barrier) as
select h.slug, h.body, h.since
from private.house_texts h
where ((select private.is_admin()) or current_user = 'service_role')
  and not exists (
    select from private.house_texts later
    where later.slug = h.slug and (later.since > h.since or later.since = h.since and later.digest < h.digest)
  )
  and not exists (
    select from public.text_versions v
    where v.slug = h.slug and (v.body = h.body or v.created_at >= h.since)
  );

-- The conditions of use in force, for who has not accepted them.
create or replace view public.texts_to_accept with (security_barrier) as
select v.slug, v.version, v.effective_at
from public.text_versions v
where v.slug = 'cgu' and (select auth.uid()) is not null
  and v.version = (select max(o.version) from public.text_versions o where o.slug = v.slug and o.effective_at <= now())
  and not exists (
    select from public.text_acceptances a
    where a.person_id = (select auth.uid()) and a.slug = v.slug and a.version = v.version
  );

comment on view public.admin_text_versions is 'Every version of the legal and help texts, with who published it, for the admin.';
comment on view public.admin_text_drafts is 'What the team is writing, with who wrote last, for the admin.';
comment on view public.admin_house_texts is 'Texts of this release that the team has neither published nor answered by a version of its own, for the admin.';
comment on view public.texts_to_accept is 'The conditions of use in force, when the caller has not accepted them yet.';
