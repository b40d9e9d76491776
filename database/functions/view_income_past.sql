-- What became of a streamer's past payments, so that the simulator's rules can be compared with reality; equal ones are counted together,
-- by the month in which they were paid. It reads with its owner's rights, as booking_details does, and each streamer finds their own and
-- nothing else.
create or replace view public.income_past with (security_barrier) as
select
  p.streamer_id,
  date_trunc('month', p.captured_at at time zone 'UTC')::date as month,
  p.captured_cents as paid_cents,
  -- Money that the payer's bank took back counts as refunded too.
  least(p.captured_cents, p.refunded_cents + p.lost_cents) as refunded_cents,
  p.fee_basis_points,
  case
    when b.status in ('viewer_no_show', 'streamer_no_show') then 'no_show'
    when b.status = 'completed' then 'pro_rata'
    when b.status in ('cancelled_by_viewer', 'cancelled_by_streamer', 'cancelled_by_admin') then 'cancelled'
    else 'other'
  end as cause,
  count(*)::int as payments
from public.payments p
join public.bookings b on b.id = p.booking_id
where p.streamer_id = (select auth.uid()) and not (select private.another_looks()) and p.state = 'captured'
group by 1, 2, 3, 4, 5, 6;

comment on view public.income_past is 'What a streamer''s own payments became, equal ones counted together, by month.';
comment on column public.income_past.cause is 'Why something was given back, if anything was. @type ''no_show'' | ''pro_rata'' | ''cancelled'' | ''other''';
