-- Which orders of a payment wait for each other: those about the viewer's money, those about the
-- streamer's share, answers to banks.
create or replace function private.order_queue(kind text) returns text
language sql immutable set search_path = '' as $$
  select case when kind in ('reverse_transfer', 'transfer') then 'share' when kind in ('contest_dispute', 'accept_dispute') then 'answer'
    else 'payment' end
$$;
revoke execute on function private.order_queue(text) from public;
grant execute on function private.order_queue(text) to service_role;
comment on function private.order_queue(text) is 'Which orders of a payment wait for each other: payment, share or answer.';

-- The decisions that wait for the team, each with its handler and since when: one row for each, and
-- for each role those of its duty. Guarded as admin_people is; who only reads decides nothing, and
-- finds it empty.
create or replace view public.admin_queue with (security_barrier) as
with duties as (
  select d.all or current_user = 'service_role' as all, d.support or current_user = 'service_role' as support,
    d.moderation or current_user = 'service_role' as moderation, d.finance or current_user = 'service_role' as finance
  from (select private.is_of_team('{}') as all, private.is_of_team('{support}') as support,
    private.is_of_team('{moderation}') as moderation, private.is_of_team('{finance}') as finance) d
), waiting as (
  select 'request' as kind, r.id::text as key, r.id::text as subject_id, null::int as number, null::text as title, r.person_id, null::int as amount_cents,
    1 as severity, r.created_at as since, null::uuid as assignee_id, null::timestamptz as due_at
  from public.admin_requests r where r.state = 'pending' and (select d.all from duties d)
  union all
  select case c.state when 'appealed' then 'appeal' else 'case' end, c.id::text, c.id::text, c.number, c.title, c.person_id, null,
    case c.state when 'appealed' then greatest(c.severity, 2) else c.severity end, case c.state when 'appealed' then x.appealed_at else c.opened_at end,
    case when c.taken_until > now() then c.taken_by end, null
  from public.moderation_cases c left join public.moderation_decisions x on x.case_id = c.id
  where c.state in ('open', 'appealed') and (select d.moderation from duties d)
  union all
  select 'dispute', x.provider || ' ' || x.reference, p.id::text, null, b.title, p.viewer_id, x.amount_cents,
    case when x.phase in ('needs_answer', 'inquiry') and x.answer is null then 3 else 1 end, x.created_at, null, case when x.answer is null then x.answer_by end
  from private.disputes x join public.payments p on p.id = x.payment_id join public.bookings b on b.id = p.booking_id
  where x.ended_at is null and (x.phase <> 'closed' or x.booked <> 'nothing') and (select d.finance from duties d)
  union all
  select 'refund', x.provider || ' ' || x.reference, p.id::text, null, b.title, p.viewer_id, x.amount_cents, 3, x.created_at, null, null
  from private.failed_refunds x join public.payments p on p.id = x.payment_id join public.bookings b on b.id = p.booking_id
  where x.answer is null and (select d.finance from duties d)
  union all
  select 'fraud', x.provider || ' ' || x.reference, p.id::text, null, b.title, p.viewer_id, p.captured_cents - p.refunded_cents, 2, x.created_at, null, null
  from private.fraud_warnings x join public.payments p on p.id = x.payment_id join public.bookings b on b.id = p.booking_id
  where x.answer is null and p.disputed_cents = 0 and p.captured_cents > p.refunded_cents + p.lost_cents and (select d.finance from duties d)
  union all
  select 'payout', p.id::text, p.id::text, null, null, p.streamer_id, p.amount_cents, 3, coalesce(p.ended_at, p.created_at), null, null
  from public.payouts p where p.state = 'failed' and p.retried_at is null and (select d.finance from duties d)
  union all
  select 'order', o.id::text, p.id::text, null, b.title, p.viewer_id, o.amount_cents, 3, o.created_at, null, null
  from public.payment_orders o join public.payments p on p.id = o.payment_id join public.bookings b on b.id = p.booking_id
  where o.state = 'failed' and (select d.finance from duties d)
  union all
  select 'thread', t.id::text, t.id::text, t.number, t.subject, t.person_id, null, 2, coalesce(t.waiting_since, t.last_message_at), t.assignee_id, null
  from public.support_threads t where t.state = 'open' and (select d.support from duties d)
  union all
  select 'calendar', c.id::text, c.streamer_id::text, null, c.label, c.streamer_id, null, 1, coalesce(c.failing_since, c.created_at), null, null
  from public.calendars c where c.state = 'broken' and (select d.support from duties d)
  union all
  -- A page with all that a published one needs, which nobody sees: its streamer forgot the last
  -- step, or does not know of it.
  select 'page', s.id::text, s.id::text, null, s.display_name, s.id, null, 1, s.updated_at, null, null
  from public.streamers s
  where s.published_at is null and s.withheld_at is null and s.away_until is null and trim(s.headline) <> '' and trim(s.bio) <> ''
    and cardinality(s.categories) > 0
    and exists (select from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null)
    and exists (select from public.weekly_hours w where w.streamer_id = s.id)
    and (select d.support or d.moderation from duties d)
)
select
  w.kind || ' ' || w.key as id, w.kind, w.subject_id, w.number, w.title, w.amount_cents, w.severity, w.since, w.assignee_id, w.due_at,
  coalesce(s.display_name, nullif(concat_ws(' ', p.first_name, p.last_name), '')) as person_name,
  nullif(concat_ws(' ', a.first_name, a.last_name), '') as assignee_name,
  private.search_text(concat_ws(' ', w.title, s.display_name, p.first_name, p.last_name)) as search,
  w.person_id
from waiting w
left join public.profiles p on p.id = w.person_id
left join public.streamers s on s.id = w.person_id and w.kind in ('payout', 'calendar', 'page')
left join public.profiles a on a.id = w.assignee_id;

comment on view public.admin_queue is 'What waits for a decision of the team, with who has it and since when, for each role what its duty decides.';

-- Signed-in people may query it, only the team gets rows.
revoke all on public.admin_queue from public, anon, authenticated, service_role;
grant select on public.admin_queue to authenticated, service_role;
