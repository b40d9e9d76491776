-- Admins read which months are closed and which files were made; only the server writes, and only
-- it reads a file's text.
alter table public.accounting_months enable row level security;
revoke all on public.accounting_months from public, anon, authenticated, service_role;
grant select (month, closed_at, closed_by, postings, reason) on public.accounting_months to authenticated;
grant select, insert on public.accounting_months to service_role;

drop policy if exists accounting_months_read on public.accounting_months;
create policy accounting_months_read on public.accounting_months for select to authenticated
using ((select private.is_of_team('{finance}')));

-- Gives each posting the day on which it counts for the accounts, so that nothing enters a closed
-- month: what comes late counts on the first day of the next one. The lock is shared by everything
-- that posts, and closing a month takes it alone: a posting whose transaction is under way has
-- either ended before the month is closed, or reads that it is.
create or replace function private.enter_month() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(7506513160);
  new.accounted_on := greatest(
    (new.at at time zone 'Europe/Paris')::date,
    (select (max(m.month) + interval '1 month')::date from public.accounting_months m));
  return new;
end
$$;
revoke execute on function private.enter_month() from public;

comment on function private.enter_month() is 'Sets on which day a posting counts for the accounts: never one of a closed month.';

-- A posting is whole before its month can be closed, so a line that comes later, balanced or not,
-- would change what a closed month says. It takes the same lock: a month that is being closed is
-- either closed, and the line is refused, or waits for the line.
create or replace function private.refuse_closed_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare closed record;
begin
  perform pg_advisory_xact_lock_shared(7506513160);
  select a.posting_id, m.month into closed from added a
    join public.ledger_postings g on g.id = a.posting_id
    join public.accounting_months m on m.month = date_trunc('month', g.accounted_on::timestamp)::date limit 1;
  if closed.month is not null then
    raise exception 'posting % is of %, whose books are closed', closed.posting_id, closed.month using errcode = 'LG001';
  end if;
  return null;
end
$$;
revoke execute on function private.refuse_closed_month() from public;

comment on function private.refuse_closed_month() is 'Refuses a line of a posting whose month is closed.';

create or replace trigger append_only before update or delete on public.accounting_months
for each row execute function private.refuse_change();
comment on trigger append_only on public.accounting_months is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.accounting_months
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.accounting_months is 'Append-only: what was written stays.';
