comment on table public.ledger_lines is 'One account''s part of a posting. Append-only.';
comment on column public.ledger_lines.id is 'Rises with each line.';
comment on column public.ledger_lines.posting_id is 'The posting.';
comment on column public.ledger_lines.account is 'provider_balance, disputed_funds, processing_costs, dispute_costs or platform_fees; of a streamer: streamer_pending, streamer_available or payouts_in_transit.';
comment on column public.ledger_lines.streamer_id is 'Of a streamer''s account; null for the platform''s. No foreign key: the books outlive the account.';
comment on column public.ledger_lines.amount_cents is 'In euro cents; debit is positive, credit negative.';

-- Admins read all lines, a streamer those of their own accounts.
alter table public.ledger_lines enable row level security;
revoke all on public.ledger_lines from public, anon, authenticated, service_role;
grant select (id, posting_id, account, streamer_id, amount_cents) on public.ledger_lines to authenticated;
grant select, insert on public.ledger_lines to service_role;

drop policy if exists ledger_lines_read on public.ledger_lines;
create policy ledger_lines_read on public.ledger_lines for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

drop policy if exists ledger_lines_not_by_another on public.ledger_lines;
create policy ledger_lines_not_by_another on public.ledger_lines as restrictive for select to authenticated using (not (select private.another_looks()));

-- Checks, when a transaction commits, that the lines of each posting sum to zero; the whole ledger
-- then sums to zero too.
create or replace function private.balance_posting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select sum(l.amount_cents) from public.ledger_lines l where l.posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not sum to zero', new.posting_id using errcode = 'LG002';
  end if;
  return null;
end
$$;
revoke execute on function private.balance_posting() from public;

do $$
begin
  if not exists (select from pg_trigger where tgname = 'balance_posting' and tgrelid = 'public.ledger_lines'::regclass) then
    create constraint trigger balance_posting after insert on public.ledger_lines deferrable initially deferred
    for each row execute function private.balance_posting();
  end if;
end
$$;
comment on trigger balance_posting on public.ledger_lines is 'Postings sum to zero when the transaction commits.';

comment on function private.balance_posting() is 'Refuses a ledger posting whose lines do not sum to zero when its transaction commits.';

create or replace trigger refuse_closed_month after insert on public.ledger_lines referencing new table as added
for each statement execute function private.refuse_closed_month();
comment on trigger refuse_closed_month on public.ledger_lines is 'Nothing enters a closed month, a line of an old posting neither.';

create or replace trigger keep_payment_balances after insert on public.ledger_lines
referencing new table as added for each statement execute function private.keep_payment_balances();
comment on trigger keep_payment_balances on public.ledger_lines is 'Where each payment''s money is follows the books.';

create or replace trigger mark_statistics after insert on public.ledger_lines
  for each row when (new.streamer_id is not null) execute function private.mark_statistics_of_money();
comment on trigger mark_statistics on public.ledger_lines is 'Money of a session marks its day to be added up again.';

create or replace trigger append_only before update or delete on public.ledger_lines
for each row execute function private.refuse_change();
comment on trigger append_only on public.ledger_lines is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.ledger_lines
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.ledger_lines is 'Append-only: what was written stays.';
