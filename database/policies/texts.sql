-- Everybody reads the texts in force and those that were. What is to come, drafts, and who wrote what, are the team's. One reads one's own
-- acceptances. Only the server writes.
alter table public.text_versions enable row level security;
alter table public.text_acceptances enable row level security;
revoke all on public.text_versions, private.text_drafts, private.house_texts, public.text_acceptances,
  public.admin_text_versions, public.admin_text_drafts, public.admin_house_texts, public.texts_to_accept from public, anon, authenticated, service_role;
grant select (slug, version, body, effective_at) on public.text_versions to anon, authenticated;
grant select (person_id, slug, version, accepted_at) on public.text_acceptances to authenticated;
grant select on public.admin_text_versions, public.admin_text_drafts, public.admin_house_texts, public.texts_to_accept
  to authenticated, service_role;
grant select, insert on public.text_versions, public.text_acceptances to service_role;

drop policy if exists text_versions_read on public.text_versions;
create policy text_versions_read on public.text_versions for select to anon, authenticated using (effective_at <= now());
drop policy if exists text_acceptances_own on public.text_acceptances;
create policy text_acceptances_own on public.text_acceptances for select to authenticated
using (person_id = (select auth.uid()));
