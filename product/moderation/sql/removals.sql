-- The author reads that their content was removed and by which decision, never the content: that is
-- the team's, by the case (moderation/read-case). Written by commands.
alter table public.removals enable row level security;
revoke all on public.removals from public, anon, authenticated, service_role;
grant select (decision_id, subject_kind, subject_id, removed_at, restored_at, erased_at) on public.removals to authenticated;
grant select, insert, update, delete on public.removals to service_role;

drop policy if exists removals_read_own on public.removals;
create policy removals_read_own on public.removals for select to authenticated
using (person_id = (select auth.uid()));

-- Whether a file came with a message that the team took away: it is not its sender's any more,
-- neither to read nor to take back. It runs with its owner's rights, since its sender does not see
-- the row.
create or replace function private.is_removed_file(attachment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.attachments a join public.session_messages m on m.id = a.message_id
    where a.id = attachment and m.removed_at is not null)
$$;
revoke execute on function private.is_removed_file(uuid) from public;
grant execute on function private.is_removed_file(uuid) to authenticated, service_role;

comment on function private.is_removed_file(uuid) is 'Says whether a file came with a message that the team took away.';
