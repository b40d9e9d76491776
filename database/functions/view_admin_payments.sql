-- Payments as the admin page searches them, with what they were for and by whom. Guarded as admin_people is.
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
