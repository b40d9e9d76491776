-- Which of some rows each of some readers may see now, asked as that reader: role, claims and row-level security. `keys` is an array
-- of primary keys, each with its number `#`; a reader has a number, its role and claims, its session and person, and the
-- numbers of the rows it asks for. `visible` is null for a reader whose question failed (a policy raised an error), with the reason.
create or replace function realtime.visible_rows(relation regclass, keys jsonb, readers jsonb, path text)
returns table (reader integer, visible integer[], reason text)
language plpgsql set search_path = '' as $$
declare
  question text;
  key_columns smallint[];
  who record;
begin
  select format('select coalesce(array_agg(k."#"), ''{}'') from jsonb_to_recordset($1) as k("#" integer, %s)
      where k."#" = any($2) and exists (select from %s t where %s)',
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '), relation,
    string_agg(format('t.%1$I = k.%1$I', a.attname), ' and ')), array_agg(a.attnum)
  into question, key_columns
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = relation and i.indisprimary;

  for who in select * from jsonb_to_recordset(readers)
    as r(number integer, role text, claims jsonb, session uuid, person uuid, rows integer[])
  loop
    reader := who.number;
    reason := null;
    begin
      perform set_config('role', 'none', true);
      if auth.access_ended(who.session, who.person) or exists (
        select from unnest(key_columns) as k(attnum) where not has_column_privilege(who.role, relation, k.attnum, 'select')) then
        visible := '{}';
      else
        perform set_config('role', who.role, true), set_config('request.jwt.claims', who.claims::text, true),
          set_config('search_path', path, true);
        execute question into visible using keys, who.rows;
      end if;
    exception
      when query_canceled then raise;
      when others then
        visible := null;
        reason := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('role', 'none', true);
end
$$;
revoke execute on function realtime.visible_rows(regclass, jsonb, jsonb, text) from public;
