-- Whose it was reads that it was taken away and by which decision, never what: what was is the team's, by the case (moderation/read-case).
-- Written by commands.
alter table public.removals enable row level security;
revoke all on public.removals from public, anon, authenticated, service_role;
grant select (decision_id, subject_kind, subject_id, removed_at, restored_at, erased_at) on public.removals to authenticated;
grant select, insert, update, delete on public.removals to service_role;

drop policy if exists removals_read_own on public.removals;
create policy removals_read_own on public.removals for select to authenticated
using (person_id = (select auth.uid()));
