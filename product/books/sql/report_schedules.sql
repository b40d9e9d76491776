create or replace trigger append_only before update or delete on private.report_sendings
for each row execute function private.refuse_change();
comment on trigger append_only on private.report_sendings is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on private.report_sendings
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on private.report_sendings is 'Append-only: what was written stays.';

-- The scheduled reports: to whom each is sent, when last, and what keeps it from leaving. Guarded
-- as admin_people is.
create or replace view public.admin_report_schedules with (security_barrier) as
select s.id, s.kind, s.format, s.every, s.day, s.hour, to_char(s.next_month, 'YYYY-MM') as next_month, s.created_at, s.stopped_at,
  s.trouble, s.trouble_since, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as author,
  (select string_agg(coalesce(nullif(btrim(concat_ws(' ', r.first_name, r.last_name)), ''), 'Compte supprimé'), ', ' order by r.first_name, r.id)
   from unnest(s.recipients) as recipient left join public.profiles r on r.id = recipient) as recipients,
  (select max(sent_at) from private.report_sendings e where e.schedule_id = s.id) as last_sent_at
from private.report_schedules s left join public.profiles p on p.id = s.created_by
where (select private.is_of_team('{finance}')) or current_user = 'service_role';
comment on view public.admin_report_schedules is 'Files of the books that are sent by themselves, for the admin.';

revoke all on public.admin_report_schedules from public, anon, authenticated, service_role;
grant select on public.admin_report_schedules to authenticated, service_role;
