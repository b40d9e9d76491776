comment on table public.payout_accounts is 'A streamer''s account at the payment provider.';
comment on column public.payout_accounts.streamer_id is 'Whose account.';
comment on column public.payout_accounts.provider is 'stripe or sandbox.';
comment on column public.payout_accounts.account_reference is 'The provider''s name for it.';
comment on column public.payout_accounts.charges_enabled is 'It may receive shares of payments.';
comment on column public.payout_accounts.payouts_enabled is 'It may be paid out to a bank.';
comment on column public.payout_accounts.requirements_due is 'What the provider still wants to know, in its words.';
comment on column public.payout_accounts.created_at is 'When it was made.';
comment on column public.payout_accounts.updated_at is 'Last change; kept by a trigger.';

-- The streamer's own, once they showed the second factor that they have, and admins.
alter table public.payout_accounts enable row level security;
revoke all on public.payout_accounts from public, anon, authenticated, service_role;
grant select (streamer_id, provider, charges_enabled, payouts_enabled, requirements_due, created_at, updated_at)
  on public.payout_accounts to authenticated;
grant select, insert, update, delete on public.payout_accounts to service_role;

drop policy if exists payout_accounts_read_own on public.payout_accounts;
create policy payout_accounts_read_own on public.payout_accounts for select to authenticated
using ((streamer_id = (select auth.uid()) and (select private.has_shown_factor())) or (select private.is_of_team('{finance}')));

drop policy if exists payout_accounts_not_by_another on public.payout_accounts;
create policy payout_accounts_not_by_another on public.payout_accounts as restrictive for select to authenticated using (not (select private.another_looks()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.payout_accounts', deletes => false);

create or replace trigger touch_updated_at before update on public.payout_accounts
for each row execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.payout_accounts is 'updated_at follows every change.';
