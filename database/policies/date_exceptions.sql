-- Read by the streamer alone; written by commands, which check the ranges.
alter table public.date_exceptions enable row level security;
revoke all on public.date_exceptions from public, anon, authenticated, service_role;
grant select (streamer_id, date, ranges, note) on public.date_exceptions to authenticated;
grant select, insert, update, delete on public.date_exceptions to service_role;

drop policy if exists date_exceptions_read_own on public.date_exceptions;
create policy date_exceptions_read_own on public.date_exceptions for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));
