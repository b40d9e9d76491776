-- Append-only tables: what was written stays, even for the server's own role. Only dropping the trigger allows a change, and that takes a
-- migration which somebody reviews. Deleting an account touches none of these rows: they outlive the people they name.
create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end
$$;
revoke execute on function private.refuse_change() from public;

create or replace trigger append_only before update or delete on public.audit_log
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.audit_log
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.platform_settings
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.platform_settings
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.booking_events
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.booking_events
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.ledger_postings
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.ledger_postings
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.ledger_lines
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.ledger_lines
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.payout_parts
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.payout_parts
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.documents
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.documents
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.text_versions
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.text_versions
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.statement_quarters
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.statement_quarters
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.accounting_months
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.accounting_months
for each statement execute function private.refuse_change();
-- A file that tells who people are loses its bytes, and nothing else, once the law no longer keeps them.
create or replace function private.refuse_file_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.sealed and octet_length(new.body) = 0 and to_jsonb(new) - 'body' = to_jsonb(old) - 'body'
    and old.last_day + interval '5 years' < (now() at time zone 'Europe/Paris')::date then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end
$$;
revoke execute on function private.refuse_file_change() from public;
comment on function private.refuse_file_change() is 'Refuses to change or delete a file of the books; but a sealed one may be emptied five years after its last day.';
create or replace trigger append_only before update or delete on public.accounting_files
for each row execute function private.refuse_file_change();
comment on trigger append_only on public.accounting_files is 'Append-only: what was written stays, but what sealed files told of people goes after its term.';
create or replace trigger append_only_truncate before truncate on public.accounting_files
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on private.accounting_file_parts
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on private.accounting_file_parts
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on private.report_sendings
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on private.report_sendings
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.accounting_deposits
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.accounting_deposits
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.accounting_downloads
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.accounting_downloads
for each statement execute function private.refuse_change();
create or replace trigger append_only before delete on private.document_series
for each row execute function private.refuse_change();

comment on function private.refuse_change() is 'Refuses to change or delete a row of an append-only table.';
