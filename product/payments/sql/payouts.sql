comment on table public.payouts is 'Money on its way from a streamer''s account at the provider to their bank.';
comment on column public.payouts.id is 'The payout; the key at the provider.';
comment on column public.payouts.streamer_id is 'To whom. No foreign key: the record outlives the account.';
comment on column public.payouts.provider is 'stripe or sandbox.';
comment on column public.payouts.account_reference is 'The account at the provider.';
comment on column public.payouts.amount_cents is 'How much, in euro cents.';
comment on column public.payouts.state is 'pending, sent, paid or failed.';
comment on column public.payouts.provider_reference is 'The provider''s name for it.';
comment on column public.payouts.attempts is 'How often it was tried.';
comment on column public.payouts.next_attempt_at is 'When it is tried next.';
comment on column public.payouts.last_error is 'What went wrong last.';
comment on column public.payouts.created_at is 'When it was decided.';
comment on column public.payouts.sent_at is 'When the provider took it on.';
comment on column public.payouts.ended_at is 'When it was paid or failed.';

-- The streamer's own, once they showed the second factor that they have, and admins. The reference
-- is what they and their bank find it by.
alter table public.payouts enable row level security;
revoke all on public.payouts from public, anon, authenticated, service_role;
grant select (id, streamer_id, amount_cents, state, provider_reference, created_at, sent_at, ended_at, retried_at) on public.payouts to authenticated;
grant select, insert, update on public.payouts to service_role;

drop policy if exists payouts_read_own on public.payouts;
create policy payouts_read_own on public.payouts for select to authenticated
using ((streamer_id = (select auth.uid()) and (select private.has_shown_factor())) or (select private.is_of_team('{finance}')));

drop policy if exists payouts_not_by_another on public.payouts;
create policy payouts_not_by_another on public.payouts as restrictive for select to authenticated using (not (select private.another_looks()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.payouts', deletes => false);

-- No payout is made to a streamer who has not said who they are after two reminders and sixty days,
-- whatever program asks for it.
create or replace function private.refuse_waiting_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.identity_requests r
    where r.streamer_id = new.streamer_id and r.completed_at is null and r.waits_from <= new.created_at)
  then
    raise exception 'payouts of % wait for the fiscal identity', new.streamer_id using errcode = 'LG004';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_waiting_payout() from public;
comment on function private.refuse_waiting_payout() is 'Refuses a payout to a streamer whose fiscal identity is waited for.';

create or replace trigger refuse_waiting_payout before insert on public.payouts
for each row execute function private.refuse_waiting_payout();
comment on trigger refuse_waiting_payout on public.payouts is 'Refuses a payout to a streamer whose fiscal identity is waited for.';

-- Failed payouts whose money no later payout includes, for the admin who helps their streamer.
-- Guarded as admin_people is.
create or replace view public.admin_failed_payouts with (security_barrier) as
select
  p.id, p.streamer_id, p.provider, p.provider_reference, p.amount_cents, p.created_at, p.ended_at, p.last_error,
  s.display_name as streamer_name, u.email as streamer_email
from public.payouts p
left join public.streamers s on s.id = p.streamer_id
left join auth.users u on u.id = p.streamer_id
where p.state = 'failed' and p.retried_at is null and ((select private.is_of_team('{finance}')) or current_user = 'service_role');

comment on view public.admin_failed_payouts is 'Payouts that failed and were not tried again yet, with their streamers, for the admin.';

revoke all on public.admin_failed_payouts from public, anon, authenticated, service_role;
grant select on public.admin_failed_payouts to authenticated, service_role;
