-- A person reads the announcements that they got, without whom else they are for and who wrote them, and closes their banners. Each gives and
-- withdraws their own consent to mails. The rest is written by commands and by the task that sends; the team reads admin_announcements.
alter table public.announcements enable row level security;
revoke all on public.announcements from public, anon, authenticated, service_role;
grant select (id, title, body, on_banner, banner_until, stopped_at) on public.announcements to authenticated;
grant select, insert, update, delete on public.announcements to service_role;
drop policy if exists announcements_read_received on public.announcements;
create policy announcements_read_received on public.announcements for select to authenticated
using (exists (select from public.announcement_receipts r where r.announcement_id = announcements.id and r.person_id = (select auth.uid())));

alter table public.announcement_receipts enable row level security;
revoke all on public.announcement_receipts from public, anon, authenticated, service_role;
grant select (announcement_id, person_id, sent_at, dismissed_at), update (dismissed_at) on public.announcement_receipts to authenticated;
grant select, insert, update, delete on public.announcement_receipts to service_role;
drop policy if exists announcement_receipts_read_own on public.announcement_receipts;
create policy announcement_receipts_read_own on public.announcement_receipts for select to authenticated
using (person_id = (select auth.uid()));
drop policy if exists announcement_receipts_dismiss_own on public.announcement_receipts;
create policy announcement_receipts_dismiss_own on public.announcement_receipts for update to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));

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

revoke all on public.admin_announcements from public, anon, authenticated, service_role;
grant select on public.admin_announcements to authenticated, service_role;
