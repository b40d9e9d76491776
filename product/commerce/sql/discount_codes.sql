-- Codes that make a session cheaper (product/commerce/rules/discount.ts).

comment on table public.discount_codes is 'A code that makes a session cheaper: a streamer''s, who bears it, or the team''s, borne by the commission.';
comment on column public.discount_codes.id is 'The code.';
comment on column public.discount_codes.streamer_id is 'Whose it is; null: the team''s, for sessions of everybody.';
comment on column public.discount_codes.code is 'The word that one types, in capitals.';
comment on column public.discount_codes.percent is 'Percent of the price that it takes off; null: an amount.';
comment on column public.discount_codes.amount_cents is 'Euro cents that it takes off; null: percent.';
comment on column public.discount_codes.offer_ids is 'The offers that it is for; null: all of them.';
comment on column public.discount_codes.first_only is 'Only for a first session: with its streamer, or on Loge for one of the team''s.';
comment on column public.discount_codes.most_uses is 'How often it may be used in all; null: without limit.';
comment on column public.discount_codes.most_each is 'How often one person may use it; null: without limit.';
comment on column public.discount_codes.starts_at is 'From when it may be used.';
comment on column public.discount_codes.ends_at is 'Until when; null: without end.';
comment on column public.discount_codes.stopped_at is 'When it was stopped; null: it was not.';
comment on column public.discount_codes.created_at is 'When it was made.';

-- Whoever has a code types it, and the server answers: nobody lists the codes of others.
alter table public.discount_codes enable row level security;
revoke all on public.discount_codes from public, anon, authenticated, service_role;
grant select (id, streamer_id, code, percent, amount_cents, offer_ids, first_only, most_uses, most_each, starts_at, ends_at,
  stopped_at, created_at) on public.discount_codes to authenticated;
grant select, insert, update on public.discount_codes to service_role;

drop policy if exists discount_codes_read_own on public.discount_codes;
create policy discount_codes_read_own on public.discount_codes for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Whether a booking counts as a use of its code. The use returns when nothing was held: the place
-- was given back, refused, or paid back in full.
create or replace function private.code_use_stands(status text, price_cents integer, refund_cents integer) returns boolean
language sql immutable set search_path = '' as $$
  select status not in ('expired', 'declined') and (refund_cents is null or refund_cents < price_cents)
$$;
revoke execute on function private.code_use_stands(text, integer, integer) from public;
grant execute on function private.code_use_stands(text, integer, integer) to authenticated, service_role;
comment on function private.code_use_stands(text, integer, integer) is 'Whether a booking in this status, of this price and refund, counts as a use of its code.';

-- Whether a booking still waits to be paid or answered: one whose time is over counts no more, even
-- before it is ended.
create or replace function private.still_due(due_event text, due_at timestamptz, now timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select due_event is distinct from 'expire' or due_at > now
$$;
revoke execute on function private.still_due(text, timestamptz, timestamptz) from public;
comment on function private.still_due(text, timestamptz, timestamptz) is 'Whether a booking has not lapsed at an instant, ended or not.';

-- How often a code is taken at an instant: by what was agreed on, and by places that are held or
-- asked for. Of one booking it is not asked, and of one person where they are named.
create or replace function private.code_taken(code uuid, at timestamptz, besides uuid default null, by_viewer uuid default null)
returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.bookings b
  where b.code_id = code and b.id is distinct from besides and (by_viewer is null or b.viewer_id = by_viewer)
    and private.code_use_stands(b.status, b.price_cents, private.refund_of(b.id, b.refund_cents)) and private.still_due(b.due_event, b.due_at, at)
$$;
revoke execute on function private.code_taken(uuid, timestamptz, uuid, uuid) from public;
grant execute on function private.code_taken(uuid, timestamptz, uuid, uuid) to authenticated, service_role;
comment on function private.code_taken(uuid, timestamptz, uuid, uuid) is 'How often a code is taken at an instant, places that are held counted; besides one booking, and by one person where named.';

-- Why a booking may not use a code at an instant, as the name of what refuses it; null: it may.
create or replace function private.code_refusal(
  code public.discount_codes, booking uuid, streamer uuid, offer uuid, viewer uuid, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if at < code.starts_at or at >= code.ends_at or at >= code.stopped_at
    or code.streamer_id <> streamer or offer <> all (code.offer_ids) then
    return 'bookings_code';
  end if;
  if code.most_uses is not null and private.code_taken(code.id, at, booking) >= code.most_uses then
    return 'bookings_code_uses';
  end if;
  if code.most_each is not null and private.code_taken(code.id, at, booking, viewer) >= code.most_each then
    return 'bookings_code_each';
  end if;
  if code.first_only and exists (select from public.bookings b where b.viewer_id = viewer and b.id <> booking
    and (code.streamer_id is null or b.streamer_id = code.streamer_id)
    and private.code_use_stands(b.status, b.price_cents, private.refund_of(b.id, b.refund_cents)) and private.still_due(b.due_event, b.due_at, at)) then
    return 'bookings_code_first';
  end if;
  return null;
end
$$;
revoke execute on function private.code_refusal(public.discount_codes, uuid, uuid, uuid, uuid, timestamptz) from public;
grant execute on function private.code_refusal(public.discount_codes, uuid, uuid, uuid, uuid, timestamptz) to service_role;
comment on function private.code_refusal(public.discount_codes, uuid, uuid, uuid, uuid, timestamptz) is 'Why a booking may not use a code at an instant, as the name of a constraint; null: it may.';

-- The limits of a code. Its row is locked, so that those who use it at once count one after the
-- other; a use that stands is only ever added here, so that what is counted never exceeds the
-- limit. `updated_at` is the clock of the command.
create or replace function private.require_code_left() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  code public.discount_codes;
  -- The demo writes down places that were taken long ago.
  used_at timestamptz := case tg_op when 'INSERT' then new.held_at else new.updated_at end;
  refusal text;
begin
  select * into code from public.discount_codes c where c.id = new.code_id for no key update;
  refusal := private.code_refusal(code, new.id, new.streamer_id, new.offer_id, new.viewer_id, used_at);
  if refusal is not null then
    raise exception 'the booking may not use the code' using errcode = 'check_violation', constraint = refusal;
  end if;
  return new;
end
$$;
revoke execute on function private.require_code_left() from public;
comment on function private.require_code_left() is 'Refuses a use of a code beyond its limits, at another time, or for another offer.';

create or replace trigger require_code_left_insert before insert on public.bookings
for each row when (new.code_id is not null) execute function private.require_code_left();
create or replace trigger require_code_left_update before update of code_id on public.bookings
for each row when (new.code_id is not null and new.code_id is distinct from old.code_id) execute function private.require_code_left();
comment on trigger require_code_left_insert on public.bookings is 'A code is used within its limits.';
comment on trigger require_code_left_update on public.bookings is 'A code is used within its limits.';

-- Codes with what each brought, for their streamer and for the team. A week with the code is its
-- first one, once it is over; it begins no earlier than the code was made. The week without is the
-- last before it in which nobody used any code with that streamer (of the team's codes: with
-- anybody), eight weeks back at most, and none before there was something to book.
create or replace view public.discount_code_figures with (security_barrier) as
select
  c.id, c.streamer_id, c.code, c.percent, c.amount_cents, c.offer_ids, c.first_only, c.most_uses, c.most_each,
  c.starts_at, c.ends_at, c.stopped_at, c.created_at,
  u.uses, u.given_cents, u.brought_cents, u.newcomers,
  w.sessions as week_sessions, w.paid_cents as week_cents,
  b.sessions as before_sessions, b.paid_cents as before_cents,
  coalesce(private.code_taken(c.id, now()), 0) as taken
from public.discount_codes c
cross join lateral (
  select count(*)::int as uses,
    -- A prolongation costs the price by the minute, which the code had lowered.
    coalesce(sum(k.discount_cents + case when x.minutes is null then 0 else
      round((k.price_cents - x.paid_cents + k.discount_cents)::numeric * x.minutes / (k.duration_minutes - x.minutes)) - x.paid_cents end), 0)::int
      as given_cents,
    coalesce(sum(k.price_cents - coalesce(private.refund_of(k.id, k.refund_cents), 0)), 0)::int as brought_cents,
    count(distinct k.viewer_id) filter (where not exists (select from public.bookings o
      where o.viewer_id = k.viewer_id and o.streamer_id = k.streamer_id and o.held_at < k.held_at and o.confirmed_at is not null))::int as newcomers
  from public.bookings k
  cross join lateral (select sum(e.minutes) as minutes, sum(e.price_cents) as paid_cents
    from public.session_extensions e where e.booking_id = k.id and e.state = 'done') x
  where k.code_id = c.id and k.confirmed_at is not null
    and private.code_use_stands(k.status, k.price_cents, private.refund_of(k.id, k.refund_cents))
) u
cross join lateral (select greatest(c.starts_at, c.created_at) as at) began
left join lateral private.week_of_sales(c.streamer_id, began.at) w on began.at + interval '7 days' <= now()
left join lateral (
  select s.* from generate_series(1, 8) weeks
  cross join lateral (select began.at - weeks * interval '7 days' as at) week
  cross join lateral private.week_of_sales(c.streamer_id, week.at) s
  where s.with_code = 0 and week.at >= private.first_to_book(c.streamer_id) order by weeks limit 1
) b on true
where c.streamer_id = (select auth.uid()) or (select private.is_admin()) or current_user = 'service_role';

-- The places booked in the seven days from an instant, was agreed on and stayed paid.
create or replace function private.week_of_sales(streamer uuid, week timestamptz,
  out sessions integer, out paid_cents integer, out with_code integer) returns record
language sql stable security definer set search_path = '' as $$
  select count(*)::int, coalesce(sum(b.price_cents - coalesce(b.refund_cents, 0)), 0)::int,
    count(*) filter (where b.discount_code is not null)::int
  from (select o.price_cents, private.refund_of(o.id, o.refund_cents) as refund_cents, o.discount_code
    from public.bookings o
    where o.held_at >= week and o.held_at < week + interval '7 days' and (streamer is null or o.streamer_id = streamer)
      and o.confirmed_at is not null) b
  where b.price_cents > coalesce(b.refund_cents, 0)
$$;
revoke execute on function private.week_of_sales(uuid, timestamptz) from public;
grant execute on function private.week_of_sales(uuid, timestamptz) to authenticated, service_role;
comment on function private.week_of_sales(uuid, timestamptz) is 'Paid sessions booked in the seven days from an instant, with a streamer or all, and euro cents that stayed paid.';

-- Since when there was something to book. The demo writes down places older than their offers.
create or replace function private.first_to_book(streamer uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select min(o.created_at) from public.offers o where streamer is null or o.streamer_id = streamer),
    (select min(b.held_at) from public.bookings b where (streamer is null or b.streamer_id = streamer) and b.confirmed_at is not null))
$$;
revoke execute on function private.first_to_book(uuid) from public;
grant execute on function private.first_to_book(uuid) to authenticated, service_role;
comment on function private.first_to_book(uuid) is 'Since when a streamer, or anybody, had something to book; null: nothing yet.';

comment on view public.discount_code_figures is 'Codes with what each brought, for their streamer and for the team.';
comment on column public.discount_code_figures.uses is 'Sessions that were agreed on with it.';
comment on column public.discount_code_figures.given_cents is 'Euro cents that it took off their prices.';
comment on column public.discount_code_figures.brought_cents is 'Euro cents that stayed paid for them.';
comment on column public.discount_code_figures.taken is 'How often it is taken now, places that are held or asked for counted: what its limit is compared with.';
comment on column public.discount_code_figures.newcomers is 'Those who came to the streamer for the first time with it.';
revoke all on public.discount_code_figures from public, anon, authenticated, service_role;
grant select on public.discount_code_figures to authenticated, service_role;
