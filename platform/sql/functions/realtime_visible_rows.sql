-- Which of some rows each of some readers may see now, queried as that reader: role, claims and
-- row-level security. `keys` is an array of primary keys, each with its number `#`; a reader has a
-- number, its role and claims, its session and person, and the numbers of the rows it wants to see.
-- `visible` is null for a reader whose query failed (a policy raised an error), with the reason.
-- The query is prepared once for each connection and role, which is four times as fast as planning
-- it for each reader: only the claims differ, and Postgres plans it again by itself when the role,
-- the table or its policies changed.
create or replace function realtime.visible_rows(relation regclass, keys jsonb, readers jsonb, path text)
returns table (reader integer, visible integer[], reason text)
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  question text;
  question_name text;
  acting text; -- the role that is set, or null when it must be set again
  may boolean;
  who record;
begin
  select format('select coalesce(array_agg(k."#"), ''{}'') from jsonb_to_recordset($1) as k("#" integer, %s)
      where k."#" = any($2) and exists (select from %s t where %s)',
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '), relation,
    string_agg(format('t.%1$I = k.%1$I', a.attname), ' and '))
  into question
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = relation and i.indisprimary;
  question_name := 'realtime ' || md5(question || path);

  for who in
    select r.*, auth.access_ended(r.session, r.person) as ended
    from jsonb_to_recordset(readers) as r(number integer, role text, claims text, session uuid, person uuid, rows integer[])
    order by r.role
  loop
    reader := who.number;
    visible := '{}';
    reason := null;
    begin
      if acting is distinct from who.role then
        perform set_config('role', 'none', true);
        may := realtime.may_follow(relation, who.role);
        perform set_config('search_path', path, true), set_config('role', who.role, true);
        acting := who.role;
        if may and not exists (select from pg_catalog.pg_prepared_statements p where p.name = question_name) then
          execute format('prepare %I (jsonb, integer[]) as %s', question_name, question);
        end if;
      end if;
      if may and not who.ended then
        perform set_config('request.jwt.claims', who.claims, true);
        execute format('execute %I (%L, %L)', question_name, keys, who.rows) into visible;
      end if;
    exception
      when query_canceled then raise;
      when others then
        acting := null;
        visible := null;
        reason := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('role', 'none', true);
end
$$;
revoke execute on function realtime.visible_rows(regclass, jsonb, jsonb, text) from public;

comment on function realtime.visible_rows(regclass, jsonb, jsonb, text) is 'Which of some rows each of several readers may see, by row-level security.';
