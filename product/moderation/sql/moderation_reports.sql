comment on column public.moderation_reports.evidence is 'The subject as it was at that moment; null once the case no longer keeps it. @type Evidence of #product/moderation/rules/evidence.ts';

alter table public.moderation_reports enable row level security;
revoke all on public.moderation_reports from public, anon, authenticated, service_role;
grant select (id, case_id, reporter_id, reporter_email, reporter_name, category, body, path, good_faith, evidence, created_at, unfounded)
  on public.moderation_reports to authenticated;
grant select, insert, update, delete on public.moderation_reports to service_role;
drop policy if exists moderation_reports_read_as_admin on public.moderation_reports;
create policy moderation_reports_read_as_admin on public.moderation_reports for select to authenticated
using ((select private.is_of_team('{moderation}')));

-- Whether a message is what an open case, or a decision that can still be appealed, is about.
create or replace function private.is_reported_message(message bigint, at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.moderation_cases c left join public.moderation_decisions d on d.case_id = c.id
    where c.subject_kind = 'message' and c.subject_id = message::text
      and (c.state in ('open', 'appealed') or (d.measure <> 'none' and d.appeal_until > at and c.state <> 'closed')))
$$;
revoke execute on function private.is_reported_message(bigint, timestamptz) from public;

comment on function private.is_reported_message(bigint, timestamptz) is 'Says whether a message is reported in a case that is not over.';
