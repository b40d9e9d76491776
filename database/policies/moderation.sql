-- Reports, cases and decisions are read by admins alone: who reported whom is nobody else's. A person reads the decision about them by the secret of its
-- address (moderation/read-decision). All are written by commands.
alter table public.moderation_cases enable row level security;
revoke all on public.moderation_cases from public, anon, authenticated, service_role;
grant select (id, number, subject_kind, subject_id, person_id, title, severity, category, report_count, state, opened_at, last_reported_at,
  taken_by, taken_until, signal) on public.moderation_cases to authenticated;
grant select, insert, update, delete on public.moderation_cases to service_role;
drop policy if exists moderation_cases_read_as_admin on public.moderation_cases;
create policy moderation_cases_read_as_admin on public.moderation_cases for select to authenticated
using ((select private.is_of_team('{moderation}')));

alter table public.moderation_reports enable row level security;
revoke all on public.moderation_reports from public, anon, authenticated, service_role;
grant select (id, case_id, reporter_id, reporter_email, reporter_name, category, body, path, good_faith, evidence, created_at, unfounded)
  on public.moderation_reports to authenticated;
grant select, insert, update, delete on public.moderation_reports to service_role;
drop policy if exists moderation_reports_read_as_admin on public.moderation_reports;
create policy moderation_reports_read_as_admin on public.moderation_reports for select to authenticated
using ((select private.is_of_team('{moderation}')));

alter table public.moderation_decisions enable row level security;
revoke all on public.moderation_decisions from public, anon, authenticated, service_role;
grant select (id, case_id, person_id, decided_by, measure, rule, facts, reason, decided_at, ends_at, cancelled_sessions, refunded_cents,
  appeal_until, appealed_at, appeal_body, appeal_outcome, appeal_reason, appeal_decided_by, appeal_decided_at, shown_again_at)
  on public.moderation_decisions to authenticated;
grant select, insert, update, delete on public.moderation_decisions to service_role;
drop policy if exists moderation_decisions_read_as_admin on public.moderation_decisions;
create policy moderation_decisions_read_as_admin on public.moderation_decisions for select to authenticated
using ((select private.is_of_team('{moderation}')));

revoke all on public.admin_moderation_cases from public, anon, authenticated, service_role;
grant select on public.admin_moderation_cases to authenticated, service_role;
