-- What is under way with a payment, for those who may read it.
alter table public.payment_orders enable row level security;
revoke all on public.payment_orders from public, anon, authenticated, service_role;
grant select (id, payment_id, kind, amount_cents, state, created_at, done_at) on public.payment_orders to authenticated;
grant select, insert, update on public.payment_orders to service_role;

drop policy if exists payment_orders_read_own on public.payment_orders;
create policy payment_orders_read_own on public.payment_orders for select to authenticated
using (exists (select from public.payments p where p.id = payment_id));
