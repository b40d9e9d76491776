comment on table public.settlement_overrules is 'An admin decided otherwise than attendance had.';
comment on column public.settlement_overrules.id is 'Rises with each decision.';
comment on column public.settlement_overrules.booking_id is 'The booking.';
comment on column public.settlement_overrules.at is 'When.';
comment on column public.settlement_overrules.admin_id is 'Who; null once that account is deleted.';
comment on column public.settlement_overrules.refund_cents is 'What the viewer gets back in all, in euro cents.';
comment on column public.settlement_overrules.refunded_before_cents is 'What had been given back or ordered before.';
comment on column public.settlement_overrules.reason is 'Why, in the admin''s words.';

-- The team's decision about a booking's money, for its two people and admins. Written by
-- administration/overrule-settlement alone.
alter table public.settlement_overrules enable row level security;
revoke all on public.settlement_overrules from public, anon, authenticated, service_role;
grant select (id, booking_id, at, refund_cents, refunded_before_cents, reason) on public.settlement_overrules to authenticated;
grant select, insert on public.settlement_overrules to service_role;

drop policy if exists settlement_overrules_read_own on public.settlement_overrules;
create policy settlement_overrules_read_own on public.settlement_overrules for select to authenticated
using (exists (select from public.bookings b where b.id = settlement_overrules.booking_id
  and (b.viewer_id = (select auth.uid()) or b.streamer_id = (select auth.uid()))) or (select private.is_admin()));

-- The sum that a viewer gets back of a booking: the team's decision takes precedence over what its terms
-- and attendance decided. With its owner's rights: figures and limits count bookings of everybody.
create or replace function private.refund_of(booking uuid, by_terms integer) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select o.refund_cents from public.settlement_overrules o where o.booking_id = booking order by o.id desc limit 1), by_terms)
$$;
revoke execute on function private.refund_of(uuid, integer) from public;
grant execute on function private.refund_of(uuid, integer) to authenticated, service_role;
comment on function private.refund_of(uuid, integer) is 'Euro cents that the viewer gets back of a booking, given bookings.refund_cents: the latest decision of the team, or that.';
