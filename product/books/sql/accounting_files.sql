alter table public.accounting_files enable row level security;
revoke all on public.accounting_files from public, anon, authenticated, service_role;
grant select, insert on public.accounting_files to service_role;
grant select (id, kind, name, first_day, last_day, digest, made_at, made_by) on public.accounting_files to authenticated;
drop policy if exists accounting_files_read on public.accounting_files;
create policy accounting_files_read on public.accounting_files for select to authenticated
using ((select private.is_of_team('{finance}')));

alter table public.accounting_downloads enable row level security;
revoke all on public.accounting_downloads from public, anon, authenticated, service_role;
grant select (id, file_id, digest, downloaded_at, downloaded_by) on public.accounting_downloads to authenticated;
grant select, insert on public.accounting_downloads to service_role;
drop policy if exists accounting_downloads_read on public.accounting_downloads;
create policy accounting_downloads_read on public.accounting_downloads for select to authenticated
using ((select private.is_of_team('{finance}')));

-- A file that tells who people are loses its bytes, and nothing else, once the law no longer keeps
-- them; and its bytes are sealed again when the key is changed: its digest is of the text, so whoever
-- reads it would notice another.
create or replace function private.refuse_file_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.sealed and octet_length(new.body) = 0 and to_jsonb(new) - 'body' = to_jsonb(old) - 'body'
    and old.last_day + interval '5 years' < (now() at time zone 'Europe/Paris')::date then
    return new;
  end if;
  -- The form of server/integrations/identity/identity-seal.ts: its version before was four bytes shorter.
  if tg_op = 'UPDATE' and old.sealed and octet_length(old.body) > 0 and to_jsonb(new) - 'body' = to_jsonb(old) - 'body'
    and substring(new.body for 1) = '\x02' and substring(new.body for 5) <> substring(old.body for 5)
    and octet_length(new.body) - octet_length(old.body) = 4 * (substring(old.body for 1) = '\x01')::integer then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end
$$;
revoke execute on function private.refuse_file_change() from public;
comment on function private.refuse_file_change() is 'Refuses to change or delete a file of the books; but a sealed one may be sealed under another key, and emptied five years after its last day.';
create or replace trigger append_only before update or delete on public.accounting_files
for each row execute function private.refuse_file_change();
comment on trigger append_only on public.accounting_files is 'Append-only: what was written stays, but what sealed files told of people goes after its term.';
create or replace trigger append_only_truncate before truncate on public.accounting_files
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.accounting_files is 'Append-only: what was written stays.';
create or replace trigger append_only before update or delete on private.accounting_file_parts
for each row execute function private.refuse_change();
comment on trigger append_only on private.accounting_file_parts is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on private.accounting_file_parts
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on private.accounting_file_parts is 'Append-only: what was written stays.';
create or replace trigger append_only before update or delete on public.accounting_downloads
for each row execute function private.refuse_change();
comment on trigger append_only on public.accounting_downloads is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.accounting_downloads
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.accounting_downloads is 'Append-only: what was written stays.';

-- The files made of the books, for the admin's page about reports. Guarded as admin_people is.
-- Their text is read by a command.
create or replace view public.admin_accounting_files with (security_barrier) as
select f.id, f.kind, f.name, f.first_day, f.last_day, octet_length(f.body) + f.part_bytes as bytes, encode(f.digest, 'hex') as digest,
  f.made_at, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as author, d.reference as deposit, d.deposited_at
from public.accounting_files f left join public.profiles p on p.id = f.made_by left join public.accounting_deposits d on d.file_id = f.id
where (select private.is_of_team('{finance}')) or current_user = 'service_role';
comment on view public.admin_accounting_files is 'Files that were made of the books, for the admin: when, by whom, their SHA-256, and whether they were handed in.';

revoke all on public.admin_accounting_files from public, anon, authenticated, service_role;
grant select on public.admin_accounting_files to authenticated, service_role;

-- The downloads of files, with who took which file along, for the admin's page about reports.
-- Guarded as admin_people is.
create or replace view public.admin_accounting_downloads with (security_barrier) as
select d.id, d.file_id, f.name, encode(d.digest, 'hex') as digest, d.downloaded_at, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as person
from public.accounting_downloads d join public.accounting_files f on f.id = d.file_id left join public.profiles p on p.id = d.downloaded_by
where (select private.is_of_team('{finance}')) or current_user = 'service_role';
comment on view public.admin_accounting_downloads is 'Who took which file of the books along, for the admin: when, and its SHA-256.';

revoke all on public.admin_accounting_downloads from public, anon, authenticated, service_role;
grant select on public.admin_accounting_downloads to authenticated, service_role;
