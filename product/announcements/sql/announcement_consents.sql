alter table public.announcement_consents enable row level security;
revoke all on public.announcement_consents from public, anon, authenticated, service_role;
grant select (person_id, created_at), insert (person_id), delete on public.announcement_consents to authenticated;
grant select, insert, update, delete on public.announcement_consents to service_role;
drop policy if exists announcement_consents_read_own on public.announcement_consents;
create policy announcement_consents_read_own on public.announcement_consents for select to authenticated
using (person_id = (select auth.uid()));
drop policy if exists announcement_consents_insert_own on public.announcement_consents;
create policy announcement_consents_insert_own on public.announcement_consents for insert to authenticated
with check (person_id = (select auth.uid()));
drop policy if exists announcement_consents_delete_own on public.announcement_consents;
create policy announcement_consents_delete_own on public.announcement_consents for delete to authenticated
using (person_id = (select auth.uid()));
