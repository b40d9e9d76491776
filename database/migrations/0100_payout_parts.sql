-- Which payments a payout is made of, and where the money of each payment is: a streamer asks « où est mon argent ? » of one session,
-- and an account's balance alone cannot say.
create table public.payout_parts (
  payout_id uuid not null references public.payouts,
  payment_id uuid not null references public.payments,
  amount_cents integer not null,
  primary key (payout_id, payment_id),
  constraint payout_parts_amount_check check (amount_cents <> 0)
);
create index payout_parts_payment_id_idx on public.payout_parts (payment_id);
comment on table public.payout_parts is
  'What a payout is made of: the share of each payment that it takes to the bank, less what a refund after an earlier payout left owed. They add up to the payout. Append-only.';
comment on column public.payout_parts.payout_id is 'The payout.';
comment on column public.payout_parts.payment_id is 'The payment whose share it takes along.';
comment on column public.payout_parts.amount_cents is 'How much of it, in euro cents; negative when it makes up for a share that was paid out and given back since.';

create table public.payment_balances (
  payment_id uuid primary key references public.payments,
  booking_id uuid not null references public.bookings,
  -- No foreign key: the books outlive the account.
  streamer_id uuid,
  captured_cents bigint not null default 0,
  returned_cents bigint not null default 0,
  disputed_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  borne_cents bigint not null default 0,
  pending_cents bigint not null default 0,
  available_cents bigint not null default 0,
  in_transit_cents bigint not null default 0,
  banked_cents bigint not null default 0,
  available_since timestamptz
);
create index payment_balances_booking_id_idx on public.payment_balances (booking_id);
create index payment_balances_streamer_id_idx on public.payment_balances (streamer_id);
create index payment_balances_available_idx on public.payment_balances (streamer_id, available_since) where available_cents <> 0;
create index payment_balances_pending_idx on public.payment_balances (streamer_id) where pending_cents > 0;
comment on table public.payment_balances is
  'The ledger''s balances of one payment, in euro cents on their natural side: where its money is. Kept by a trigger on the lines of the ledger, and never otherwise.';
comment on column public.payment_balances.payment_id is 'The payment.';
comment on column public.payment_balances.booking_id is 'The booking that it pays for.';
comment on column public.payment_balances.streamer_id is 'Whose share it is.';
comment on column public.payment_balances.captured_cents is 'What the viewer paid.';
comment on column public.payment_balances.returned_cents is 'What the viewer got back, by a refund or by their bank.';
comment on column public.payment_balances.disputed_cents is 'What the viewer''s bank holds back while it decides.';
comment on column public.payment_balances.fee_cents is 'The platform''s fee.';
comment on column public.payment_balances.borne_cents is 'What the viewer got back at the platform''s cost, the streamer''s share untouched.';
comment on column public.payment_balances.pending_cents is 'The streamer''s share while it is held.';
comment on column public.payment_balances.available_cents is 'The share that the next payout takes along; negative when more was paid out than stays.';
comment on column public.payment_balances.in_transit_cents is 'The share on its way to the bank.';
comment on column public.payment_balances.banked_cents is 'The share that the bank has.';
comment on column public.payment_balances.available_since is 'When a share of it last became available: payouts take the oldest first.';

create index bookings_streamer_sessions_idx on public.bookings (streamer_id, start_at, session_id);

-- What the payouts so far were made of, by the rule that holds from now on (domain/money/payout-parts.ts): what was owed first, then the oldest
-- shares. A payout that this does not explain to the cent keeps no parts.
create temporary table open_shares (streamer_id uuid, payment_id uuid, cents bigint, since timestamptz, primary key (payment_id)) on commit drop;
do $$
declare
  line record;
begin
  for line in
    select l.streamer_id, l.amount_cents, g.kind, g.at, g.payment_id, g.payout_id
    from public.ledger_lines l join public.ledger_postings g on g.id = l.posting_id
    where l.account = 'streamer_available' order by g.at, l.id
  loop
    if line.payment_id is not null then
      insert into open_shares values (line.streamer_id, line.payment_id, -line.amount_cents, line.at)
      on conflict (payment_id) do update set cents = open_shares.cents - line.amount_cents,
        since = case when line.amount_cents < 0 then line.at else open_shares.since end;
    elsif line.kind = 'payout_sent' then
      with ordered as (
        select o.payment_id, o.cents,
          coalesce(sum(o.cents) over (order by o.cents > 0, o.since, o.payment_id rows between unbounded preceding and 1 preceding), 0) as before
        from open_shares o where o.streamer_id = line.streamer_id and o.cents <> 0
      ), parts as (
        select o.payment_id, case when o.cents < 0 then o.cents else least(o.cents, line.amount_cents - o.before) end as part
        from ordered o where o.cents < 0 or o.before < line.amount_cents
      )
      insert into public.payout_parts (payout_id, payment_id, amount_cents)
      select line.payout_id, p.payment_id, p.part from parts p
      where (select sum(a.part) from parts a) = line.amount_cents;
      update open_shares o set cents = o.cents - p.amount_cents
      from public.payout_parts p where p.payout_id = line.payout_id and p.payment_id = o.payment_id;
    elsif line.kind = 'payout_failed' then
      update open_shares o set cents = o.cents + p.amount_cents
      from public.payout_parts p where p.payout_id = line.payout_id and p.payment_id = o.payment_id;
    end if;
  end loop;
end
$$;
