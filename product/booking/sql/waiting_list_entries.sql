comment on table public.waiting_list_entries is 'A viewer wants to be told when an offer has a free start again.';
comment on column public.waiting_list_entries.id is 'The entry.';
comment on column public.waiting_list_entries.viewer_id is 'Who waits.';
comment on column public.waiting_list_entries.streamer_id is 'For whom.';
comment on column public.waiting_list_entries.offer_id is 'For which offer.';
comment on column public.waiting_list_entries.start_at is 'For which start of it; null: for any.';
comment on column public.waiting_list_entries.created_at is 'Since when.';
comment on column public.waiting_list_entries.notified_at is 'When they were told; null: not yet.';

-- The viewer sees where they wait, the streamer who waits. Joining and leaving are commands.
alter table public.waiting_list_entries enable row level security;
revoke all on public.waiting_list_entries from public, anon, authenticated, service_role;
grant select (id, viewer_id, streamer_id, offer_id, start_at, created_at, notified_at) on public.waiting_list_entries to authenticated;
grant select, insert, update, delete on public.waiting_list_entries to service_role;

drop policy if exists waiting_list_entries_read_own on public.waiting_list_entries;
create policy waiting_list_entries_read_own on public.waiting_list_entries for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.waiting_list_entries', deletes => false);

create or replace trigger refuse_minor_place before insert on public.waiting_list_entries
for each row execute function private.refuse_minor_place();
comment on trigger refuse_minor_place on public.waiting_list_entries is 'Places of offers for adults are waited for by adults.';
