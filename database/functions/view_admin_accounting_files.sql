-- The files made of the books, for the admin's page about reports. Guarded as admin_people is. Their text is read by a command.
create or replace view public.admin_accounting_files with (security_barrier) as
select f.id, f.kind, f.name, f.first_day, f.last_day, octet_length(f.body) + f.part_bytes as bytes, encode(f.digest, 'hex') as digest,
  f.made_at, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as author, d.reference as deposit, d.deposited_at
from public.accounting_files f left join public.profiles p on p.id = f.made_by left join public.accounting_deposits d on d.file_id = f.id
where (select private.is_of_team('{finance}')) or current_user = 'service_role';
comment on view public.admin_accounting_files is 'Files that were made of the books, for the admin: when, by whom, their SHA-256, and whether they were handed in.';
