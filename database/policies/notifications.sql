-- Each person reads their own and marks them as read.
alter table public.notifications enable row level security;
revoke all on public.notifications from public, anon, authenticated, service_role;
grant select (id, person_id, kind, booking_id, data, created_at, read_at) on public.notifications to authenticated;
grant update (read_at) on public.notifications to authenticated;
grant select, insert, update, delete on public.notifications to service_role;

drop policy if exists notifications_read_own on public.notifications;
create policy notifications_read_own on public.notifications for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists notifications_update_own on public.notifications;
create policy notifications_update_own on public.notifications for update to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
