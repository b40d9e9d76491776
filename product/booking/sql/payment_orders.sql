comment on table public.payment_orders is
  'What the provider has to be told, written in the transaction that decided it and carried out later under the order''s id as idempotency key.';
comment on column public.payment_orders.id is 'The order; the key at the provider.';
comment on column public.payment_orders.payment_id is 'The payment.';
comment on column public.payment_orders.kind is 'capture, void or refund.';
comment on column public.payment_orders.amount_cents is 'How much, in euro cents.';
comment on column public.payment_orders.posting_kind is 'The ledger posting that a refund makes: refund, or settlement when attendance decided. @type "refund" | "settlement"';
comment on column public.payment_orders.state is 'pending, done or failed.';
comment on column public.payment_orders.attempts is 'How often it was tried.';
comment on column public.payment_orders.next_attempt_at is 'When it is tried next.';
comment on column public.payment_orders.last_error is 'What went wrong last.';
comment on column public.payment_orders.provider_reference is 'The provider''s name for what was done.';
comment on column public.payment_orders.created_at is 'When it was decided.';
comment on column public.payment_orders.done_at is 'When the provider had done it.';

-- The orders under way with a payment, for those who may read it.
alter table public.payment_orders enable row level security;
revoke all on public.payment_orders from public, anon, authenticated, service_role;
grant select (id, payment_id, kind, amount_cents, state, created_at, done_at) on public.payment_orders to authenticated;
grant select, insert, update on public.payment_orders to service_role;

drop policy if exists payment_orders_read_own on public.payment_orders;
create policy payment_orders_read_own on public.payment_orders for select to authenticated
using (exists (select from public.payments p where p.id = payment_id));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.payment_orders', deletes => false);

-- Refunds whose money has left although their order failed: the provider made it and refused the
-- rest, or somebody gave it back since, here or at the provider. Orders that stand for other failed
-- ones do not count.
create or replace view private.refunded_orders as
select o.id from public.payment_orders o
where o.kind = 'refund' and (
  o.provider_reference is not null
  or exists (select from public.payment_orders d where d.payment_id = o.payment_id and d.kind = 'refund' and d.state in ('pending', 'done')
    and d.created_at > o.created_at and not exists (select from public.payment_orders r where r.replaced_by = d.id))
  or exists (select from public.ledger_postings g where g.payment_id = o.payment_id and g.source like 'refund:%' and g.at > o.created_at));
comment on view private.refunded_orders is 'Orders to refund whose money has left, by them or in another way since.';

create or replace view public.admin_failed_orders with (security_barrier) as
select o.id, o.payment_id, p.booking_id, o.kind, o.amount_cents, o.attempts, o.last_error, o.created_at, b.title, p.state as payment_state,
  p.captured_cents, p.refunded_cents, nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer_name, s.display_name as streamer_name,
  -- A capture that was refused has called its booking off: there is nothing left to take.
  case o.kind when 'refund' then p.state = 'captured' and not exists (select from private.refunded_orders x where x.id = o.id)
    when 'void' then p.state in ('open', 'authorised') when 'capture' then false else true end as can_relaunch
from public.payment_orders o
join public.payments p on p.id = o.payment_id
join public.bookings b on b.id = p.booking_id
left join public.profiles v on v.id = p.viewer_id
left join public.streamers s on s.id = p.streamer_id
where o.state = 'failed' and ((select private.is_of_team('{finance}')) or current_user = 'service_role');
comment on view public.admin_failed_orders is 'Orders that the payment provider refused for good and nobody has dealt with yet, for the admin.';

revoke all on public.admin_failed_orders from public, anon, authenticated, service_role;
grant select on public.admin_failed_orders to authenticated, service_role;
