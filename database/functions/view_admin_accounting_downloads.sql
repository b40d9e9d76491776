-- Who took which file along, for the admin's page about reports. Guarded as admin_people is.
create or replace view public.admin_accounting_downloads with (security_barrier) as
select d.id, d.file_id, f.name, encode(d.digest, 'hex') as digest, d.downloaded_at, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as person
from public.accounting_downloads d join public.accounting_files f on f.id = d.file_id left join public.profiles p on p.id = d.downloaded_by
where (select private.is_of_team('{finance}')) or current_user = 'service_role';
comment on view public.admin_accounting_downloads is 'Who took which file of the books along, for the admin: when, and its SHA-256.';
