comment on table public.contact_consents is 'A viewer allows a streamer to write when they have not come back for long; no row: they do not. Withdrawn by deleting it.';
comment on column public.contact_consents.viewer_id is 'Who allows it.';
comment on column public.contact_consents.streamer_id is 'Who may write.';
comment on column public.contact_consents.created_at is 'Since when.';

-- Each viewer gives and withdraws their own; to a streamer whom they booked with. The streamer
-- reads them through statistics/list-absent-viewers.
alter table public.contact_consents enable row level security;
revoke all on public.contact_consents from public, anon, authenticated, service_role;
grant select (viewer_id, streamer_id, created_at), insert (viewer_id, streamer_id), delete
  on public.contact_consents to authenticated;
grant select, insert, update, delete on public.contact_consents to service_role;

drop policy if exists contact_consents_read_own on public.contact_consents;
create policy contact_consents_read_own on public.contact_consents for select to authenticated
using (viewer_id = (select auth.uid()));

drop policy if exists contact_consents_insert_own on public.contact_consents;
create policy contact_consents_insert_own on public.contact_consents for insert to authenticated
with check (
  viewer_id = (select auth.uid())
  and exists (
    select from public.bookings b
    where b.viewer_id = contact_consents.viewer_id and b.streamer_id = contact_consents.streamer_id and b.confirmed_at is not null
  )
);

drop policy if exists contact_consents_delete_own on public.contact_consents;
create policy contact_consents_delete_own on public.contact_consents for delete to authenticated
using (viewer_id = (select auth.uid()));
