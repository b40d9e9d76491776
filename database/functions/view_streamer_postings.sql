-- Each posting of the books that moved the money of a payment, payouts included, for the streamer who is paid and for admins. It reads
-- with its owner's rights, since the platform's lines are closed to streamers: of a payment of their own they see what the viewer paid
-- and got back, the fee, and what the platform bore, but never what the provider charges the platform.
create or replace view public.streamer_postings with (security_barrier) as
select m.payment_id, b.booking_id, b.streamer_id, m.posting_id, m.at, m.kind, m.payout_id, p.kind as payment_kind, p.release_due_at,
  sum(m.captured)::bigint as captured_cents,
  sum(m.returned)::bigint as returned_cents,
  sum(m.disputed)::bigint as disputed_cents,
  sum(m.fee)::bigint as fee_cents,
  sum(m.borne)::bigint as borne_cents,
  sum(m.pending)::bigint as pending_cents,
  sum(m.available)::bigint as available_cents,
  sum(m.in_transit)::bigint as in_transit_cents,
  sum(m.banked)::bigint as banked_cents,
  min(m.line_id)::bigint as line_id
from public.payment_balances b
join public.payments p on p.id = b.payment_id
join private.payment_moves m on m.payment_id = b.payment_id
where (b.streamer_id = (select auth.uid()) and not (select private.another_looks())) or (select private.is_of_team('{finance}')) or current_user = 'service_role'
group by m.payment_id, b.booking_id, b.streamer_id, m.posting_id, m.at, m.kind, m.payout_id, p.kind, p.release_due_at;

comment on view public.streamer_postings is 'What each posting moved of a payment''s money, payouts included, for its streamer and for admins.';
