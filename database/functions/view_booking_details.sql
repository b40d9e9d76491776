-- A booking as its two people and admins see it: with names, pictures and what became of the money. It reads with its owner's rights,
-- since nobody may read other people's profiles; each person finds their own bookings and nothing else. A streamer sees a viewer's first
-- name and initial only. What a viewer answered before a session is between the two of them, and of the team for those who help or moderate,
-- as the files that came with it are.
create or replace view public.booking_details with (security_barrier) as
select
  b.id, b.session_id, b.seat, b.seats, b.streamer_id, b.viewer_id, b.offer_id, b.title, b.category, b.confirmation,
  b.price_cents, b.fee_basis_points, b.settings_version, b.policy, b.questions,
  case when b.viewer_id = (select auth.uid()) or b.streamer_id = (select auth.uid())
    or (select private.is_of_team('{support,moderation}')) or current_user = 'service_role' then b.answers else '{}' end as answers,
  b.viewer_zone, b.streamer_zone,
  b.duration_minutes, b.start_at, b.end_at, b.agreed_start_at, b.reschedules, b.revision, b.status, b.held_at, b.paying,
  b.extended, b.confirmed_at, b.answer_by, b.proposed_start_at, b.proposal_answer_by, b.proposal_note, b.ended_at, b.cause,
  -- The team's decision takes precedence over what attendance decided.
  coalesce((select o.refund_cents from public.settlement_overrules o where o.booking_id = b.id order by o.id desc limit 1),
    b.refund_cents) as refund_cents,
  b.delivered_minutes, b.reason, b.created_at, b.updated_at,
  s.display_name as streamer_name,
  s.handle as streamer_handle,
  s.avatar_url as streamer_avatar_url,
  private.abbreviated_name(v.first_name, v.last_name) as viewer_name,
  v.avatar_url as viewer_avatar_url,
  p.id as payment_id,
  p.state as payment_state,
  coalesce(m.captured_cents, 0)::int as captured_cents,
  coalesce(m.refunded_cents, 0)::int as refunded_cents,
  case when r.hidden_at is null or b.viewer_id = (select auth.uid()) or (select private.is_admin()) or current_user = 'service_role' then r.rating end
    as review_rating
from public.bookings b
left join public.streamers s on s.id = b.streamer_id
left join public.profiles v on v.id = b.viewer_id
left join lateral (
  select * from public.payments p where p.booking_id = b.id and p.kind = 'booking'
  order by p.created_at desc, p.id limit 1
) p on true
left join lateral (
  -- Summed over all its payments, because each extension has a payment of its own.
  select sum(all_paid.captured_cents) as captured_cents, sum(all_paid.refunded_cents) as refunded_cents
  from public.payments all_paid where all_paid.booking_id = b.id
) m on true
left join public.reviews r on r.booking_id = b.id
where b.viewer_id = (select auth.uid()) or b.streamer_id = (select auth.uid())
  or (select private.is_admin()) or current_user = 'service_role';

comment on view public.booking_details is 'A booking as its two people and admins see it: with names, pictures and what became of the money.';
