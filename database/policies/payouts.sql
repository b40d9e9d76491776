-- The streamer's own, once they showed the second factor that they have, and admins. The reference is what they and their bank find it by.
alter table public.payouts enable row level security;
revoke all on public.payouts from public, anon, authenticated, service_role;
grant select (id, streamer_id, amount_cents, state, provider_reference, created_at, sent_at, ended_at, retried_at) on public.payouts to authenticated;
grant select, insert, update on public.payouts to service_role;

drop policy if exists payouts_read_own on public.payouts;
create policy payouts_read_own on public.payouts for select to authenticated
using ((streamer_id = (select auth.uid()) and (select private.has_shown_factor())) or (select private.is_of_team('{finance}')));
