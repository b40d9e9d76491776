alter table public.accounting_deposits enable row level security;
revoke all on public.accounting_deposits from public, anon, authenticated, service_role;
grant select (file_id, reference, deposited_at, deposited_by) on public.accounting_deposits to authenticated;
grant select, insert on public.accounting_deposits to service_role;
drop policy if exists accounting_deposits_read on public.accounting_deposits;
create policy accounting_deposits_read on public.accounting_deposits for select to authenticated
using ((select private.is_of_team('{finance}')));

create or replace trigger append_only before update or delete on public.accounting_deposits
for each row execute function private.refuse_change();
comment on trigger append_only on public.accounting_deposits is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.accounting_deposits
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.accounting_deposits is 'Append-only: what was written stays.';
