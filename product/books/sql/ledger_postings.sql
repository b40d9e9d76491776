comment on table public.ledger_postings is 'One entry of the double-entry ledger. Its lines sum to zero. Append-only.';
comment on column public.ledger_postings.id is 'The posting.';
comment on column public.ledger_postings.at is 'When it counts.';
comment on column public.ledger_postings.kind is 'capture, extension, processing_cost, refund, settlement, release, payout_sent, payout_paid, payout_failed, dispute_opened, dispute_cost, dispute_won or dispute_lost.';
comment on column public.ledger_postings.source is 'What caused it: order:<id>, event:<provider>:<id> or release:<payment>. Unique, so that each cause counts once.';
comment on column public.ledger_postings.payment_id is 'The payment that it is about.';
comment on column public.ledger_postings.payout_id is 'The payout that it is about.';

-- The books: admins read all, a streamer the postings that touch their accounts.
alter table public.ledger_postings enable row level security;
revoke all on public.ledger_postings from public, anon, authenticated, service_role;
grant select (id, at, kind, payment_id, payout_id) on public.ledger_postings to authenticated;
grant select, insert on public.ledger_postings to service_role;

drop policy if exists ledger_postings_read on public.ledger_postings;
create policy ledger_postings_read on public.ledger_postings for select to authenticated
using ((select private.is_of_team('{finance}')) or exists (
  select from public.ledger_lines l where l.posting_id = ledger_postings.id and l.streamer_id = (select auth.uid())));

drop policy if exists ledger_postings_not_by_another on public.ledger_postings;
create policy ledger_postings_not_by_another on public.ledger_postings as restrictive for select to authenticated using (not (select private.another_looks()));

create or replace trigger enter_month before insert on public.ledger_postings
for each row execute function private.enter_month();
comment on trigger enter_month on public.ledger_postings is 'Nothing enters a closed month.';

create or replace trigger mark_platform after insert on public.ledger_postings
  for each row when (new.payment_id is not null) execute function private.mark_platform_of_money();
comment on trigger mark_platform on public.ledger_postings is 'The day of the accounts is added up again over the platform.';

create or replace trigger mark_due_documents after insert on public.ledger_postings
for each row when (new.payment_id is not null) execute function private.mark_due_documents();
comment on trigger mark_due_documents on public.ledger_postings is 'What moves a payment may need a document.';

create or replace trigger append_only before update or delete on public.ledger_postings
for each row execute function private.refuse_change();
comment on trigger append_only on public.ledger_postings is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.ledger_postings
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.ledger_postings is 'Append-only: what was written stays.';

-- The balance of each account of the ledger, debit positive. They sum to zero, which the page
-- checks.
create or replace view public.admin_ledger_balances with (security_barrier) as
select l.account, sum(l.amount_cents)::bigint as amount_cents, count(*)::int as lines
from public.ledger_lines l
where (select private.is_of_team('{finance}')) or current_user = 'service_role'
group by l.account;

comment on view public.admin_ledger_balances is 'The balance of each account of the ledger, debit positive, for the admin. Together they are zero.';

revoke all on public.admin_ledger_balances from public, anon, authenticated, service_role;
grant select on public.admin_ledger_balances to authenticated, service_role;

-- Each posting of the books that moved the money of a payment, payouts included, for the streamer
-- who is paid and for admins. It reads with its owner's rights, since the platform's lines are
-- closed to streamers: of a payment of their own they see what the viewer paid and got back, the
-- fee, and what the platform bore, but never what the provider charges the platform.
create or replace view public.streamer_postings with (security_barrier) as
select m.payment_id, b.booking_id, b.streamer_id, m.posting_id, m.at, m.kind, m.payout_id, p.kind as payment_kind, p.release_due_at,
  sum(m.captured)::bigint as captured_cents,
  sum(m.returned)::bigint as returned_cents,
  sum(m.disputed)::bigint as disputed_cents,
  sum(m.fee)::bigint as fee_cents,
  sum(m.borne)::bigint as borne_cents,
  sum(m.pending)::bigint as pending_cents,
  sum(m.available)::bigint as available_cents,
  sum(m.in_transit)::bigint as in_transit_cents,
  sum(m.banked)::bigint as banked_cents,
  min(m.line_id)::bigint as line_id
from public.payment_balances b
join public.payments p on p.id = b.payment_id
join private.payment_moves m on m.payment_id = b.payment_id
where (b.streamer_id = (select auth.uid()) and not (select private.another_looks())) or (select private.is_of_team('{finance}')) or current_user = 'service_role'
group by m.payment_id, b.booking_id, b.streamer_id, m.posting_id, m.at, m.kind, m.payout_id, p.kind, p.release_due_at;

comment on view public.streamer_postings is 'What each posting moved of a payment''s money, payouts included, for its streamer and for admins.';

revoke all on public.streamer_postings from public, anon, authenticated, service_role;
grant select on public.streamer_postings to authenticated, service_role;
