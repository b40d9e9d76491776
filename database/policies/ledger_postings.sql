-- The books: admins read all, a streamer the postings that touch their accounts.
alter table public.ledger_postings enable row level security;
revoke all on public.ledger_postings from public, anon, authenticated, service_role;
grant select (id, at, kind, payment_id, payout_id) on public.ledger_postings to authenticated;
grant select, insert on public.ledger_postings to service_role;

drop policy if exists ledger_postings_read on public.ledger_postings;
create policy ledger_postings_read on public.ledger_postings for select to authenticated
using ((select private.is_of_team('{finance}')) or exists (
  select from public.ledger_lines l where l.posting_id = ledger_postings.id and l.streamer_id = (select auth.uid())));
