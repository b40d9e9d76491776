revoke all on private.disputes from public, anon, authenticated, service_role;

-- How far on a dispute is by its phase: a provider tells several of them within one second.
create or replace function private.dispute_rank(phase text) returns int
language sql immutable set search_path = '' as $$
  select array_position('{inquiry,needs_answer,answered,closed}', phase)
$$;
revoke execute on function private.dispute_rank(text) from public;
grant execute on function private.dispute_rank(text) to service_role;
comment on function private.dispute_rank(text) is 'How far on a dispute is by its phase, from 1 for an inquiry to 4 for a closed one.';

-- The questions of a bank, a card network or the provider to the team about a payment: disputes
-- with their deadline, reason and evidence, refunds that came back, warnings of fraud; decided ones
-- too. Guarded as admin_people is.
create or replace view public.admin_payment_cases with (security_barrier) as
select 'dispute ' || d.provider || ' ' || d.reference as id, 'dispute' as kind, d.payment_id, d.reference, d.reason, d.amount_cents,
  d.withdrawn_cents, d.reinstated_cents, d.cost_cents - d.cost_given_back_cents as cost_cents, d.phase, d.outcome, d.borne_by,
  d.answer_by, d.answer, d.answered_at, d.evidence, d.created_at, d.ended_at,
  d.answer is null and d.phase in ('inquiry', 'needs_answer') as open
from private.disputes d where (select private.is_of_team('{finance}')) or current_user = 'service_role'
union all
select 'refund ' || r.provider || ' ' || r.reference, 'refund', r.payment_id, r.reference, r.reason, r.amount_cents,
  0, 0, 0, null, null, null, null, r.answer, r.answered_at, '{}', r.created_at, r.answered_at, r.answer is null
from private.failed_refunds r where (select private.is_of_team('{finance}')) or current_user = 'service_role'
union all
select 'fraud ' || w.provider || ' ' || w.reference, 'fraud', w.payment_id, w.reference, w.reason,
  p.captured_cents - p.refunded_cents, 0, 0, 0, null, null, null, null, w.answer, w.answered_at, '{}', w.created_at, w.answered_at,
  w.answer is null and p.disputed_cents = 0 and p.captured_cents > p.refunded_cents + p.lost_cents
from private.fraud_warnings w join public.payments p on p.id = w.payment_id
where (select private.is_of_team('{finance}')) or current_user = 'service_role';

comment on column public.admin_payment_cases.answer is 'What the team answered; null while nobody has. @type ''contest'' | ''accept'' | ''refund_again'' | ''paid_by_hand'' | ''refund'' | ''keep''';
comment on view public.admin_payment_cases is 'Disputes, refunds that came back and warnings of fraud, each with what the team answered, for the admin.';

revoke all on public.admin_payment_cases from public, anon, authenticated, service_role;
grant select on public.admin_payment_cases to authenticated, service_role;
