comment on table public.notifications is 'What a person is told on the page, and whether they read it.';
comment on column public.notifications.id is 'Rises with each notification.';
comment on column public.notifications.person_id is 'Who is told.';
comment on column public.notifications.kind is 'Which text the bell shows.';
comment on column public.notifications.booking_id is 'What it is about; null: no booking.';
comment on column public.notifications.created_at is 'When it happened.';
comment on column public.notifications.read_at is 'When it was read; null: unread.';

comment on column public.notifications.data is 'What the text of the notification needs. @type Record<string, Json>';

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

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.notifications', deletes => false);
