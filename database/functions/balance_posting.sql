-- Checks, when a transaction commits, that the lines of each posting sum to zero; the whole ledger then sums to zero too.
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

comment on function private.balance_posting() is 'Refuses a ledger posting whose lines do not sum to zero when its transaction commits.';
