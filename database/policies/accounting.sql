-- Admins read which months are closed and which files were made; only the server writes, and only it reads a file's text.
alter table public.accounting_months enable row level security;
alter table public.accounting_files enable row level security;
revoke all on public.accounting_months, public.accounting_files, public.admin_accounting_files
  from public, anon, authenticated, service_role;
grant select (month, closed_at, closed_by, postings, reason) on public.accounting_months to authenticated;
grant select, insert on public.accounting_months, public.accounting_files to service_role;
grant select on public.admin_accounting_files to authenticated, service_role;

drop policy if exists accounting_months_read on public.accounting_months;
create policy accounting_months_read on public.accounting_months for select to authenticated
using ((select private.is_of_team('{finance}')));
grant select (id, kind, name, first_day, last_day, digest, made_at, made_by) on public.accounting_files to authenticated;
drop policy if exists accounting_files_read on public.accounting_files;
create policy accounting_files_read on public.accounting_files for select to authenticated
using ((select private.is_of_team('{finance}')));

alter table public.accounting_deposits enable row level security;
alter table public.accounting_downloads enable row level security;
revoke all on public.accounting_deposits, public.accounting_downloads, public.admin_accounting_downloads
  from public, anon, authenticated, service_role;
grant select (file_id, reference, deposited_at, deposited_by) on public.accounting_deposits to authenticated;
grant select (id, file_id, digest, downloaded_at, downloaded_by) on public.accounting_downloads to authenticated;
grant select, insert on public.accounting_deposits, public.accounting_downloads to service_role;
grant select on public.admin_accounting_downloads to authenticated, service_role;
drop policy if exists accounting_deposits_read on public.accounting_deposits;
create policy accounting_deposits_read on public.accounting_deposits for select to authenticated
using ((select private.is_of_team('{finance}')));
drop policy if exists accounting_downloads_read on public.accounting_downloads;
create policy accounting_downloads_read on public.accounting_downloads for select to authenticated
using ((select private.is_of_team('{finance}')));

revoke all on public.admin_report_schedules from public, anon, authenticated, service_role;
grant select on public.admin_report_schedules to authenticated, service_role;
