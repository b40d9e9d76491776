alter table public.payout_parts enable row level security;
revoke all on public.payout_parts from public, anon, authenticated, service_role;
grant select (payout_id, payment_id, amount_cents) on public.payout_parts to authenticated;
grant select, insert on public.payout_parts to service_role;

drop policy if exists payout_parts_read_own on public.payout_parts;
create policy payout_parts_read_own on public.payout_parts for select to authenticated
using ((select private.is_of_team('{finance}')) or payout_id in (select p.id from public.payouts p where p.streamer_id = (select auth.uid())));

drop policy if exists payout_parts_not_by_another on public.payout_parts;
create policy payout_parts_not_by_another on public.payout_parts as restrictive for select to authenticated using (not (select private.another_looks()));

-- Checks at commit that the parts of a payout sum to its amount, and that no payout is posted to
-- the books without its parts.
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
comment on trigger payout_parts_add_up on public.payout_parts is 'A payout says what it is made of, to the cent.';
comment on trigger payout_parts_add_up on public.ledger_postings is 'A payout says what it is made of, to the cent.';

create or replace trigger append_only before update or delete on public.payout_parts
for each row execute function private.refuse_change();
comment on trigger append_only on public.payout_parts is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.payout_parts
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.payout_parts is 'Append-only: what was written stays.';
