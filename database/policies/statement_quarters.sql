-- As the statement that they belong to: the streamer's own, and admins.
alter table public.statement_quarters enable row level security;
revoke all on public.statement_quarters from public, anon, authenticated, service_role;
grant select (document_id, quarter, sessions, credited_cents, fee_cents) on public.statement_quarters to authenticated;
grant select on public.statement_quarters to service_role;

drop policy if exists statement_quarters_read on public.statement_quarters;
create policy statement_quarters_read on public.statement_quarters for select to authenticated
using (exists (select from public.documents d where d.id = document_id));
