-- Payments, what the provider is told, payouts, and the double-entry ledger (product/shared/money).

comment on table public.payments is 'One payment of a viewer for a booking or an extension.';
comment on column public.payments.id is 'The payment; also its name at the provider.';
comment on column public.payments.booking_id is 'What it pays for.';
comment on column public.payments.viewer_id is 'Who pays; null once that account is deleted.';
comment on column public.payments.streamer_id is 'Who is paid; null once that account is deleted.';
comment on column public.payments.kind is 'booking or extension.';
comment on column public.payments.provider is 'stripe or sandbox.';
comment on column public.payments.checkout_reference is 'The provider''s name for the checkout page.';
comment on column public.payments.payment_reference is 'The provider''s name for the payment.';
comment on column public.payments.checkout_url is 'Where the viewer pays.';
comment on column public.payments.destination_reference is 'The streamer''s account at the provider, when the share goes there at once; null: it waits with the platform.';
comment on column public.payments.state is 'open, authorised, captured, voided, declined or expired.';
comment on column public.payments.amount_cents is 'What is to be paid, in euro cents.';
comment on column public.payments.fee_basis_points is 'The platform''s share, in hundredths of a percent.';
comment on column public.payments.settings_version is 'The version of platform_settings that was in force.';
comment on column public.payments.captured_cents is 'What was taken, in euro cents.';
comment on column public.payments.refunded_cents is 'What was given back.';
comment on column public.payments.disputed_cents is 'What the payer''s bank took back while it decides.';
comment on column public.payments.failure is 'Of the last attempt, a code of ours.';
comment on column public.payments.authorised_at is 'When the bank promised the money.';
comment on column public.payments.captured_at is 'When it was taken.';
comment on column public.payments.release_due_at is 'When the streamer''s share becomes available.';
comment on column public.payments.released_at is 'When it did.';
comment on column public.payments.created_at is 'When the payment began.';
comment on column public.payments.updated_at is 'Last change; kept by a trigger.';
comment on column public.payments.transfer_reference is 'The provider''s name for the transfer of a share that had waited with the platform.';

-- The viewer who paid, the streamer who is paid, and admins. The provider's references stay with
-- the server.
alter table public.payments enable row level security;
revoke all on public.payments from public, anon, authenticated, service_role;
grant select (id, booking_id, viewer_id, streamer_id, kind, provider, state, amount_cents, fee_basis_points, settings_version,
  captured_cents, refunded_cents, disputed_cents, failure, authorised_at, captured_at, release_due_at, released_at,
  created_at, updated_at) on public.payments to authenticated;
grant select, insert, update on public.payments to service_role;

drop policy if exists payments_read_own on public.payments;
create policy payments_read_own on public.payments for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.payments', deletes => false);

-- A payer has declared their age, whatever they buy. A minor pays only with the consent of who
-- answers for them, and within what they allow a month (code civil, articles 1146 and 1148). All
-- payments begin here, whichever command writes them. The lock on the guardianship makes several at
-- once count one after the other.
create or replace function private.refuse_unguarded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer;
begin
  if new.viewer_id is null then return new; end if;
  if not exists (select from public.ages a where a.person_id = new.viewer_id) then
    raise exception 'who pays has said their age' using errcode = 'check_violation', constraint = 'payments_age';
  end if;
  if not private.is_minor(new.viewer_id, new.created_at) then return new; end if;
  select g.monthly_cents into allowed from public.guardianships g
  where g.person_id = new.viewer_id and g.state = 'confirmed' for update;
  if allowed is null then
    raise exception 'a minor pays with the consent of a guardian' using errcode = 'check_violation', constraint = 'payments_guardian';
  end if;
  if private.spent_in_month(new.viewer_id, new.created_at) + new.amount_cents > allowed then
    raise exception 'beyond what the guardian allows a month' using errcode = 'check_violation', constraint = 'payments_guardian_limit';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_unguarded_payment() from public;

create or replace trigger refuse_unguarded_payment before insert on public.payments
for each row execute function private.refuse_unguarded_payment();

comment on function private.refuse_unguarded_payment() is 'Refuses a payment of who never said their age, and a minor''s without a guardian''s consent or beyond their limit of the month.';
comment on trigger refuse_unguarded_payment on public.payments is 'Who pays has said their age; a minor pays with the consent of a guardian, within their limit.';

create or replace trigger touch_updated_at before update on public.payments
for each row execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.payments is 'updated_at follows every change.';

-- Payments as the admin page searches them, with what they were for and by whom. Guarded as
-- admin_people is.
create or replace view public.admin_payments with (security_barrier) as
select
  p.id, p.booking_id, p.kind, p.provider, p.payment_reference, p.state, p.amount_cents, p.fee_basis_points, p.settings_version,
  p.captured_cents, p.refunded_cents, p.disputed_cents, p.failure, p.authorised_at, p.captured_at, p.release_due_at,
  p.released_at, p.created_at, p.viewer_id, p.streamer_id,
  b.title, b.start_at, b.status as booking_status,
  nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer_name,
  vu.email as viewer_email,
  s.display_name as streamer_name,
  coalesce((select sum(o.amount_cents) from public.payment_orders o
    where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0)::int as refunding_cents,
  exists (select from public.payment_orders o where o.payment_id = p.id and o.state = 'failed') as has_failed_order,
  private.search_text(concat_ws(' ', b.title, v.first_name, v.last_name, vu.email, s.display_name, s.handle,
    p.payment_reference, left(p.id::text, 8), left(p.booking_id::text, 8))) as search,
  case
    when p.disputed_cents > 0 or p.lost_cents > 0 or exists (select from private.disputes d where d.payment_id = p.id) then 'disputed'
    when p.captured_cents > 0 and p.refunded_cents >= p.captured_cents then 'refunded'
    when p.refunded_cents > 0 then 'partially_refunded'
    else p.state
  end as standing
from public.payments p
join public.bookings b on b.id = p.booking_id
left join public.profiles v on v.id = p.viewer_id
left join auth.users vu on vu.id = p.viewer_id
left join public.streamers s on s.id = p.streamer_id
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_payments is 'Payments with what they were for and by whom, for the admin.';

revoke all on public.admin_payments from public, anon, authenticated, service_role;
grant select on public.admin_payments to authenticated, service_role;
