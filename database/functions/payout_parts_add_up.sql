-- Checks at commit that the parts of a payout sum to its amount, and that no payout is posted to the books without its parts.
create or replace function private.payout_parts_add_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select sum(p.amount_cents) from public.payout_parts p where p.payout_id = new.payout_id)
    is distinct from (select p.amount_cents from public.payouts p where p.id = new.payout_id) then
    raise exception 'the parts of payout % do not add up to it', new.payout_id using errcode = 'LG002';
  end if;
  return null;
end
$$;
revoke execute on function private.payout_parts_add_up() from public;
comment on function private.payout_parts_add_up() is 'Refuses a payout whose parts do not add up to it when the transaction commits.';

do $$
begin
  if not exists (select from pg_trigger where tgname = 'payout_parts_add_up' and tgrelid = 'public.payout_parts'::regclass) then
    create constraint trigger payout_parts_add_up after insert on public.payout_parts deferrable initially deferred
    for each row execute function private.payout_parts_add_up();
    create constraint trigger payout_parts_add_up after insert on public.ledger_postings deferrable initially deferred
    for each row when (new.kind = 'payout_sent') execute function private.payout_parts_add_up();
  end if;
end
$$;
