alter table public.moderation_decisions enable row level security;
revoke all on public.moderation_decisions from public, anon, authenticated, service_role;
grant select (id, case_id, person_id, decided_by, measure, rule, facts, reason, decided_at, ends_at, cancelled_sessions, refunded_cents,
  appeal_until, appealed_at, appeal_body, appeal_outcome, appeal_reason, appeal_decided_by, appeal_decided_at, shown_again_at)
  on public.moderation_decisions to authenticated;
grant select, insert, update, delete on public.moderation_decisions to service_role;
drop policy if exists moderation_decisions_read_as_admin on public.moderation_decisions;
create policy moderation_decisions_read_as_admin on public.moderation_decisions for select to authenticated
using ((select private.is_of_team('{moderation}')));
