-- Admins read all lines, a streamer those of their own accounts.
alter table public.ledger_lines enable row level security;
revoke all on public.ledger_lines from public, anon, authenticated, service_role;
grant select (id, posting_id, account, streamer_id, amount_cents) on public.ledger_lines to authenticated;
grant select, insert on public.ledger_lines to service_role;

drop policy if exists ledger_lines_read on public.ledger_lines;
create policy ledger_lines_read on public.ledger_lines for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));
