comment on table public.income_scenarios is 'A scenario of the revenue simulator that somebody keeps.';
comment on column public.income_scenarios.person_id is 'Whose.';
comment on column public.income_scenarios.place is 'From 1 to 6: no more are kept.';
comment on column public.income_scenarios.name is 'What the person calls it.';
comment on column public.income_scenarios.address is 'The query of the simulator''s address that shows it.';
comment on column public.income_scenarios.created_at is 'When it was kept.';

-- Each person reads and writes their own scenarios.
alter table public.income_scenarios enable row level security;
revoke all on public.income_scenarios from public, anon, authenticated, service_role;
grant select (person_id, place, name, address, created_at), insert (person_id, place, name, address), delete
  on public.income_scenarios to authenticated;
grant select, insert, update, delete on public.income_scenarios to service_role;

drop policy if exists income_scenarios_own on public.income_scenarios;
create policy income_scenarios_own on public.income_scenarios for all to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));

drop policy if exists income_scenarios_not_by_another on public.income_scenarios;
create policy income_scenarios_not_by_another on public.income_scenarios as restrictive for select to authenticated using (not (select private.another_looks()));

-- The outcome of a streamer's past payments, so that the simulator's rules can be compared with
-- reality; equal ones are counted together, by the month in which they were paid. It reads with its
-- owner's rights, as booking_details does, and each streamer finds their own and nothing else.
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

revoke all on public.income_past from public, anon, authenticated, service_role;
grant select on public.income_past to authenticated;

-- The medians of a category's prices and hours: the simulator's starting point for somebody without
-- figures of their own. Groups of fewer than five streamers are left out, so that no single
-- streamer can be recognised.
create or replace view public.category_medians with (security_barrier) as
with asked as (
  select o.category, o.streamer_id,
    percentile_cont(0.5) within group (order by o.price_cents) as price,
    percentile_cont(0.5) within group (order by o.duration_minutes) as minutes
  from public.offers o
  join public.streamers s on s.id = o.streamer_id and s.published_at is not null
  where o.is_active and o.archived_at is null and o.price_cents > 0 and o.seats = 1
  group by o.category, o.streamer_id
), held as (
  select b.category, b.streamer_id, count(distinct b.session_id) as sessions
  from public.bookings b
  where b.status = 'completed' and b.start_at between now() - interval '84 days' and now()
  group by b.category, b.streamer_id
)
select
  a.category,
  count(*)::int as streamers,
  round(percentile_cont(0.5) within group (order by a.price))::int as price_cents,
  round(percentile_cont(0.5) within group (order by a.minutes))::int as duration_minutes,
  (percentile_cont(0.5) within group (order by coalesce(h.sessions, 0) / 12.0))::float8 as sessions_per_week
from asked a
left join held h on h.category = a.category and h.streamer_id = a.streamer_id
group by a.category
having count(*) >= 5;

comment on view public.category_medians is 'Medians of the published streamers of a category with paid sessions for one: at least five of them, else no row.';

revoke all on public.category_medians from public, anon, authenticated, service_role;
grant select on public.category_medians to authenticated;
