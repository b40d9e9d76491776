comment on table public.deletion_requests is
  'A person asked for their account to be deleted. The row goes when they change their mind.';
comment on column public.deletion_requests.person_id is 'Who asked.';
comment on column public.deletion_requests.created_at is 'When they asked.';
comment on column public.deletion_requests.deletes_at is 'When the account is deleted: 30 days later.';

-- A person sees when their own account will be deleted; admins see all. Asking and changing one's
-- mind are commands.
alter table public.deletion_requests enable row level security;
revoke all on public.deletion_requests from public, anon, authenticated, service_role;
grant select (person_id, created_at, deletes_at) on public.deletion_requests to authenticated;
grant select, insert, update, delete on public.deletion_requests to service_role;

drop policy if exists deletion_requests_read_own on public.deletion_requests;
create policy deletion_requests_read_own on public.deletion_requests for select to authenticated
using (person_id = (select auth.uid()));

drop policy if exists deletion_requests_read_as_admin on public.deletion_requests;
create policy deletion_requests_read_as_admin on public.deletion_requests for select to authenticated
using ((select private.is_admin()));

create or replace trigger keep_streamer_away after insert or delete on public.deletion_requests
for each row execute function private.keep_streamer_away();
comment on trigger keep_streamer_away on public.deletion_requests is 'A suspended or leaving streamer is on no page.';
