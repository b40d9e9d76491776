-- Reports, cases and decisions are read by admins alone: who reported whom is nobody else's. A
-- person reads the decision about them by the secret of its address (moderation/read-decision). All
-- are written by commands.
alter table public.moderation_cases enable row level security;
revoke all on public.moderation_cases from public, anon, authenticated, service_role;
grant select (id, number, subject_kind, subject_id, person_id, title, severity, category, report_count, state, opened_at, last_reported_at,
  taken_by, taken_until, signal) on public.moderation_cases to authenticated;
grant select, insert, update, delete on public.moderation_cases to service_role;
drop policy if exists moderation_cases_read_as_admin on public.moderation_cases;
create policy moderation_cases_read_as_admin on public.moderation_cases for select to authenticated
using ((select private.is_of_team('{moderation}')));

comment on column private.case_signals.evidence is 'The thing as it was at that moment. @type Evidence of #product/moderation/rules/evidence.ts';

-- Cases as the moderation page lists them, with whose they are and who works on them. Guarded as
-- admin_people is.
create or replace view public.admin_moderation_cases with (security_barrier) as
select
  c.id, c.number, c.subject_kind, c.title, c.severity, c.category, c.report_count, c.state, c.opened_at, c.last_reported_at, c.person_id,
  c.taken_by, c.taken_until, d.measure, d.decided_by, d.appealed_at, d.appeal_outcome,
  c.state in ('open', 'appealed') as is_waiting,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as person_name,
  nullif(concat_ws(' ', t.first_name, t.last_name), '') as taken_by_name,
  private.search_text(concat_ws(' ', 'M-' || lpad(c.number::text, 4, '0'), c.title, p.first_name, p.last_name)) as search,
  c.signal
from public.moderation_cases c
left join public.moderation_decisions d on d.case_id = c.id
left join public.profiles p on p.id = c.person_id
left join public.profiles t on t.id = c.taken_by
where (select private.is_of_team('{moderation}')) or current_user = 'service_role';

comment on view public.admin_moderation_cases is 'Cases with whose they are, who works on them and what was decided, for the admin.';

revoke all on public.admin_moderation_cases from public, anon, authenticated, service_role;
grant select on public.admin_moderation_cases to authenticated, service_role;
