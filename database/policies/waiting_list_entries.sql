-- The viewer sees where they wait, the streamer who waits. Joining and leaving are commands.
alter table public.waiting_list_entries enable row level security;
revoke all on public.waiting_list_entries from public, anon, authenticated, service_role;
grant select (id, viewer_id, streamer_id, offer_id, start_at, created_at, notified_at) on public.waiting_list_entries to authenticated;
grant select, insert, update, delete on public.waiting_list_entries to service_role;

drop policy if exists waiting_list_entries_read_own on public.waiting_list_entries;
create policy waiting_list_entries_read_own on public.waiting_list_entries for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));
