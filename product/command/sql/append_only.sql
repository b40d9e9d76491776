-- Append-only tables: what was written stays, even for the server's own role. Only dropping the
-- trigger allows a change, and that takes a migration which somebody reviews. Deleting an account
-- touches none of these rows: they outlive the people they name.
create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LG001';
end
$$;
revoke execute on function private.refuse_change() from public;

comment on function private.refuse_change() is 'Refuses to change or delete a row of an append-only table.';
