-- A session that goes on for longer than was booked (domain/booking/extension.ts): each time that somebody spoke of it, and what became of it.
create table public.session_extensions (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings,
  -- Who offered it.
  side text not null,
  minutes smallint not null,
  price_cents integer not null,
  state text not null default 'offered',
  -- Of refused and failed ones, why.
  reason text,
  -- Paid by a payment of its own; none for a free session, or before somebody began to pay.
  payment_id uuid references public.payments,
  offered_at timestamptz not null,
  accepted_at timestamptz,
  -- Until when it may be answered, then paid.
  until_at timestamptz not null,
  ended_at timestamptz,
  constraint session_extensions_side_check check (side in ('viewer', 'streamer')),
  constraint session_extensions_minutes_check check (minutes > 0),
  constraint session_extensions_price_check check (price_cents >= 0),
  constraint session_extensions_state_check check (state in ('offered', 'accepted', 'paying', 'done', 'refused', 'failed')),
  constraint session_extensions_reason_check check ((reason is not null) = (state in ('refused', 'failed'))
    and reason in ('declined', 'withdrawn', 'unanswered', 'unpaid', 'time_taken', 'session_over', 'payment_failed')),
  constraint session_extensions_ended_check check ((ended_at is null) = (state in ('offered', 'accepted', 'paying'))),
  constraint session_extensions_paying_check check (state <> 'paying' or payment_id is not null),
  constraint session_extensions_payment_id_key unique (payment_id)
);
create index session_extensions_booking_id_idx on public.session_extensions (booking_id, offered_at desc);
-- One at a time: whoever offers what is offered already meets the other's offer.
create unique index session_extensions_open_key on public.session_extensions (booking_id)
  where state in ('offered', 'accepted', 'paying');
create index session_extensions_until_idx on public.session_extensions (until_at) where state in ('offered', 'accepted', 'paying');

-- The price of a booking grows with its extensions; the most that an offer costs (GREATEST_PRICE) no longer bounds it.
alter table public.bookings drop constraint bookings_price_check;
alter table public.bookings add constraint bookings_price_check check (price_cents = 0 or price_cents >= 500);
