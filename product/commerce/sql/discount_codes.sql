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

-- The limits of a code. Its row is locked, so that those who use it at once count one after the
-- other; a use that stands is only ever added here, so that what is counted never exceeds the
-- limit. `updated_at` is the clock of the command.
create or replace function private.require_code_left() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  code public.discount_codes;
  -- The demo writes down places that were taken long ago.
  used_at timestamptz := case tg_op when 'INSERT' then new.held_at else new.updated_at end;
begin
  select * into code from public.discount_codes c where c.id = new.code_id for no key update;
  if used_at < code.starts_at or used_at >= code.ends_at or used_at >= code.stopped_at
    or code.streamer_id <> new.streamer_id or new.offer_id <> all (code.offer_ids) then
    raise exception 'the code is not for this booking' using errcode = 'check_violation', constraint = 'bookings_code';
  end if;
  if (select count(*) from public.bookings b where b.code_id = code.id and b.id <> new.id
    and private.code_use_stands(b.status, b.price_cents, b.refund_cents) and private.still_due(b.due_event, b.due_at, used_at)) >= code.most_uses then
    raise exception 'the code was used as often as it may be' using errcode = 'check_violation', constraint = 'bookings_code_uses';
  end if;
  if (select count(*) from public.bookings b where b.code_id = code.id and b.id <> new.id and b.viewer_id = new.viewer_id
    and private.code_use_stands(b.status, b.price_cents, b.refund_cents) and private.still_due(b.due_event, b.due_at, used_at)) >= code.most_each then
    raise exception 'this person used the code as often as they may' using errcode = 'check_violation', constraint = 'bookings_code_each';
  end if;
  if code.first_only and exists (select from public.bookings b where b.viewer_id = new.viewer_id and b.id <> new.id
    and (code.streamer_id is null or b.streamer_id = code.streamer_id)
    and private.code_use_stands(b.status, b.price_cents, b.refund_cents) and private.still_due(b.due_event, b.due_at, used_at)) then
    raise exception 'the code is for a first session' using errcode = 'check_violation', constraint = 'bookings_code_first';
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

-- Codes with what each brought, for their streamer and for the team. A
-- week with the code is its first one; the week without is the last before it in which nobody used
-- any code with that streamer (of the team's codes: with anybody), eight weeks back at most.
create or replace view public.discount_code_figures with (security_barrier) as
select
  c.id, c.streamer_id, c.code, c.percent, c.amount_cents, c.offer_ids, c.first_only, c.most_uses, c.most_each,
  c.starts_at, c.ends_at, c.stopped_at, c.created_at,
  u.uses, u.given_cents, u.brought_cents, u.newcomers,
  w.sessions as week_sessions, w.paid_cents as week_cents,
  b.sessions as before_sessions, b.paid_cents as before_cents
from public.discount_codes c
cross join lateral (
  select count(*)::int as uses,
    coalesce(sum(k.discount_cents), 0)::int as given_cents,
    coalesce(sum(k.price_cents - coalesce(k.refund_cents, 0)), 0)::int as brought_cents,
    count(distinct k.viewer_id) filter (where not exists (select from public.bookings o
      where o.viewer_id = k.viewer_id and o.streamer_id = k.streamer_id and o.held_at < k.held_at and o.confirmed_at is not null))::int as newcomers
  from public.bookings k where k.code_id = c.id and k.confirmed_at is not null
    and private.code_use_stands(k.status, k.price_cents, k.refund_cents)
) u
left join lateral private.week_of_sales(c.streamer_id, c.starts_at) w on true
left join lateral (
  select s.* from generate_series(1, 8) weeks
  cross join lateral private.week_of_sales(c.streamer_id, c.starts_at - weeks * interval '7 days') s
  where s.with_code = 0 order by weeks limit 1
) b on true
where c.streamer_id = (select auth.uid()) or (select private.is_admin()) or current_user = 'service_role';

-- What was booked in the seven days from an instant, was agreed on and stayed paid.
create or replace function private.week_of_sales(streamer uuid, week timestamptz,
  out sessions integer, out paid_cents integer, out with_code integer) returns record
language sql stable security definer set search_path = '' as $$
  select count(*)::int, coalesce(sum(b.price_cents - coalesce(b.refund_cents, 0)), 0)::int,
    count(*) filter (where b.discount_code is not null)::int
  from public.bookings b
  where b.held_at >= week and b.held_at < week + interval '7 days' and (streamer is null or b.streamer_id = streamer)
    and b.confirmed_at is not null and b.price_cents > coalesce(b.refund_cents, 0)
$$;
revoke execute on function private.week_of_sales(uuid, timestamptz) from public;
grant execute on function private.week_of_sales(uuid, timestamptz) to authenticated, service_role;
comment on function private.week_of_sales(uuid, timestamptz) is 'Paid sessions booked in the seven days from an instant, with a streamer or all, and euro cents that stayed paid.';

comment on view public.discount_code_figures is 'Codes with what each brought, for their streamer and for the team.';
comment on column public.discount_code_figures.uses is 'Sessions that were agreed on with it.';
comment on column public.discount_code_figures.given_cents is 'Euro cents that it took off their prices.';
comment on column public.discount_code_figures.brought_cents is 'Euro cents that stayed paid for them.';
comment on column public.discount_code_figures.newcomers is 'Those who came to the streamer for the first time with it.';
revoke all on public.discount_code_figures from public, anon, authenticated, service_role;
grant select on public.discount_code_figures to authenticated, service_role;
