-- Gives each posting the day on which it counts for the accounts, so that nothing enters a closed month: what comes late counts on the first
-- day of the next one. The lock is shared by everything that posts, and closing a month takes it alone: a posting whose transaction is under
-- way has either ended before the month is closed, or reads that it is.
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

create or replace trigger enter_month before insert on public.ledger_postings
for each row execute function private.enter_month();

comment on function private.enter_month() is 'Sets on which day a posting counts for the accounts: never one of a closed month.';
