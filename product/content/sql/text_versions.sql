-- Legal texts and help (product/shared/texts.ts).

comment on table public.text_versions is 'A version of a legal or help text. The newest whose effective_at has come is in force. Append-only.';
comment on column public.text_versions.slug is 'Which text; also its path on the site.';
comment on column public.text_versions.version is 'Rises with each publication, from 1.';
comment on column public.text_versions.body is 'Markdown, with variables in double braces.';
comment on column public.text_versions.effective_at is 'From when it is in force.';
comment on column public.text_versions.reason is 'Why it was published.';
comment on column public.text_versions.created_at is 'When it was published.';
comment on column public.text_versions.created_by is 'Who published it; null: Loge itself.';

-- Everybody reads the texts in force and those that were. What is to come, drafts, and who wrote
-- what, are the team's. One reads one's own acceptances. Only the server writes.
alter table public.text_versions enable row level security;
revoke all on public.text_versions from public, anon, authenticated, service_role;
grant select (slug, version, body, effective_at) on public.text_versions to anon, authenticated;
grant select, insert on public.text_versions to service_role;

drop policy if exists text_versions_read on public.text_versions;
create policy text_versions_read on public.text_versions for select to anon, authenticated using (effective_at <= now());

comment on table private.text_drafts is 'What the team is writing: at most one draft a text.';
comment on column private.text_drafts.slug is 'Which text.';
comment on column private.text_drafts.base_version is 'The version that the draft started from; publishing is refused once another one is the newest.';
comment on column private.text_drafts.body is 'Markdown, with variables in double braces.';
comment on column private.text_drafts.updated_at is 'Last change.';
comment on column private.text_drafts.updated_by is 'Who made it; null once that account is deleted.';

revoke all on private.text_drafts from public, anon, authenticated, service_role;

comment on table private.house_texts is 'The texts that releases of Loge came with, each wording once; the one that came last is the newest release''s.';
comment on column private.house_texts.digest is 'MD5 of the body: two wordings differ in it. Nothing trusts it.';
comment on column private.house_texts.slug is 'Which text.';
comment on column private.house_texts.body is 'Markdown, with variables in double braces.';
comment on column private.house_texts.since is 'When a release with this wording first started here.';

revoke all on private.house_texts from public, anon, authenticated, service_role;

create or replace trigger append_only before update or delete on public.text_versions
for each row execute function private.refuse_change();
comment on trigger append_only on public.text_versions is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.text_versions
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.text_versions is 'Append-only: what was written stays.';

-- The texts that Loge comes with and that are news to the team: no version says the same, and none
-- was published since they came.
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
comment on view public.admin_house_texts is 'Texts of this release that the team has neither published nor answered by a version of its own, for the admin.';

revoke all on public.admin_house_texts from public, anon, authenticated, service_role;
grant select on public.admin_house_texts to authenticated, service_role;

create or replace view public.admin_text_drafts with (security_barrier) as
select d.slug, d.base_version, d.body, d.updated_at,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as updated_by_name
from private.text_drafts d
left join public.profiles p on p.id = d.updated_by
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_text_drafts is 'What the team is writing, with who wrote last, for the admin.';

revoke all on public.admin_text_drafts from public, anon, authenticated, service_role;
grant select on public.admin_text_drafts to authenticated, service_role;

-- Every version of the texts and every draft, with who wrote it. Guarded as admin_people is.
create or replace view public.admin_text_versions with (security_barrier) as
select v.slug, v.version, v.body, v.effective_at, v.reason, v.created_at,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as created_by_name
from public.text_versions v
left join public.profiles p on p.id = v.created_by
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_text_versions is 'Every version of the legal and help texts, with who published it, for the admin.';

revoke all on public.admin_text_versions from public, anon, authenticated, service_role;
grant select on public.admin_text_versions to authenticated, service_role;
