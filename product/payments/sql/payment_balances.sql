-- A streamer's own, and admins. What a payout is made of is read with the payout.
alter table public.payment_balances enable row level security;
revoke all on public.payment_balances from public, anon, authenticated, service_role;
grant select (payment_id, booking_id, streamer_id, captured_cents, returned_cents, disputed_cents, fee_cents, borne_cents, pending_cents,
  available_cents, in_transit_cents, banked_cents, available_since) on public.payment_balances to authenticated;
grant select on public.payment_balances to service_role;

drop policy if exists payment_balances_read_own on public.payment_balances;
create policy payment_balances_read_own on public.payment_balances for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

drop policy if exists payment_balances_not_by_another on public.payment_balances;
create policy payment_balances_not_by_another on public.payment_balances as restrictive for select to authenticated using (not (select private.another_looks()));

-- Keeps where the money of each payment is in step with the ledger: each new line adds what it
-- moves.
create or replace function private.keep_payment_balances() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_balances as b (payment_id, booking_id, streamer_id, captured_cents, returned_cents, disputed_cents, fee_cents,
    borne_cents, pending_cents, available_cents, in_transit_cents, banked_cents, available_since)
  select m.payment_id, p.booking_id, coalesce((array_agg(m.streamer_id) filter (where m.streamer_id is not null))[1], p.streamer_id),
    sum(m.captured), sum(m.returned), sum(m.disputed), sum(m.fee), sum(m.borne), sum(m.pending), sum(m.available), sum(m.in_transit),
    sum(m.banked), max(m.at) filter (where m.available > 0 and m.payout_id is null)
  from added a
  join private.payment_moves m on m.line_id = a.id
  join public.payments p on p.id = m.payment_id
  group by m.payment_id, p.booking_id, p.streamer_id
  -- Rows are locked in a fixed order, so that two transactions never wait for each other.
  order by m.payment_id
  on conflict (payment_id) do update set
    streamer_id = coalesce(b.streamer_id, excluded.streamer_id),
    captured_cents = b.captured_cents + excluded.captured_cents,
    returned_cents = b.returned_cents + excluded.returned_cents,
    disputed_cents = b.disputed_cents + excluded.disputed_cents,
    fee_cents = b.fee_cents + excluded.fee_cents,
    borne_cents = b.borne_cents + excluded.borne_cents,
    pending_cents = b.pending_cents + excluded.pending_cents,
    available_cents = b.available_cents + excluded.available_cents,
    in_transit_cents = b.in_transit_cents + excluded.in_transit_cents,
    banked_cents = b.banked_cents + excluded.banked_cents,
    available_since = greatest(b.available_since, excluded.available_since);
  return null;
end
$$;
revoke execute on function private.keep_payment_balances() from public;
comment on function private.keep_payment_balances() is 'Keeps where the money of each payment is in step with the lines of the ledger.';

-- Fills in the balances for the lines that were written before the trigger existed.
insert into public.payment_balances (payment_id, booking_id, streamer_id, captured_cents, returned_cents, disputed_cents, fee_cents,
  borne_cents, pending_cents, available_cents, in_transit_cents, banked_cents, available_since)
select m.payment_id, p.booking_id, coalesce((array_agg(m.streamer_id) filter (where m.streamer_id is not null))[1], p.streamer_id),
  sum(m.captured), sum(m.returned), sum(m.disputed), sum(m.fee), sum(m.borne), sum(m.pending), sum(m.available), sum(m.in_transit),
  sum(m.banked), max(m.at) filter (where m.available > 0 and m.payout_id is null)
from private.payment_moves m
join public.payments p on p.id = m.payment_id
where not exists (select from public.payment_balances)
group by m.payment_id, p.booking_id, p.streamer_id;

-- The changes that each line of the ledger makes in a payment's balances: by the payment's own
-- postings, and by the payouts that include its share. In euro cents, each account with the sign
-- that makes its usual balance positive. The provider's own charges are between the provider and
-- the platform and are left out.
create or replace view private.payment_moves as
select l.id as line_id, g.id as posting_id, g.at, g.kind, g.payment_id, null::uuid as payout_id, l.streamer_id,
  case when l.account = 'provider_balance' and g.kind in ('capture', 'extension') then l.amount_cents else 0 end as captured,
  -- Money that left the platform and is not in dispute is with the viewer; a dispute that was lost
  -- and is later decided for Loge takes it from the viewer again. Money that came back from their
  -- bank is theirs still: it counts as given back until it is.
  case when l.account in ('provider_balance', 'disputed_funds', 'refunds_owed', 'own_bank') and g.kind not in ('capture', 'extension') then -l.amount_cents
    else 0 end as returned,
  case when l.account = 'disputed_funds' then l.amount_cents else 0 end as disputed,
  case when l.account = 'platform_fees' then -l.amount_cents else 0 end as fee,
  case when l.account = 'dispute_costs' then l.amount_cents else 0 end as borne,
  case when l.account = 'streamer_pending' then -l.amount_cents else 0 end as pending,
  case when l.account = 'streamer_available' then -l.amount_cents else 0 end as available,
  0::bigint as in_transit,
  0::bigint as banked
from public.ledger_lines l
join public.ledger_postings g on g.id = l.posting_id
where g.payment_id is not null and g.kind not in ('processing_cost', 'dispute_cost')
union all
-- A payout's line moves its whole amount one way or the other, and so does each part of it.
select l.id, g.id, g.at, g.kind, p.payment_id, g.payout_id, l.streamer_id, 0, 0, 0, 0, 0, 0,
  case when l.account = 'streamer_available' then -sign(l.amount_cents)::bigint * p.amount_cents else 0 end,
  case when l.account = 'payouts_in_transit' then -sign(l.amount_cents)::bigint * p.amount_cents else 0 end,
  case when l.account = 'provider_balance' then -sign(l.amount_cents)::bigint * p.amount_cents else 0 end
from public.ledger_lines l
join public.ledger_postings g on g.id = l.posting_id
join public.payout_parts p on p.payout_id = g.payout_id
where g.payout_id is not null;

comment on view private.payment_moves is 'What each line of the ledger moves of a payment''s money, payouts included.';
