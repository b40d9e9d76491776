-- Checks one condition of a subscription before it is accepted: `reader` must be allowed to select
-- the column, since deliveries would otherwise reveal what it holds, and the values must be of its
-- type. Returns the values as JSON where equal JSON means equal values, so that the server can
-- compare by itself; null where only realtime.passes_filter can decide.
create or replace function realtime.read_filter(
  relation regclass, reader name, column_name text, operator text, given text[]
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  kind text;
  simple boolean;
  canonical jsonb;
begin
  select format_type(a.atttypid, a.atttypmod),
    t.typtype = 'e' or t.oid in ('uuid'::regtype, 'text'::regtype, 'varchar'::regtype, 'boolean'::regtype,
      'smallint'::regtype, 'integer'::regtype)
  into kind, simple
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = relation and a.attname = column_name and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(reader, relation, a.attnum, 'select');
  if not found then
    raise exception 'invalid column for filter %', column_name;
  end if;
  if simple and operator in ('eq', 'neq', 'in') then
    execute format('select to_jsonb($1::%s[])', kind) into canonical using given;
    return canonical;
  end if;
  perform realtime.evaluate_filter(relation, '{}', column_name, operator, given, false);
  -- The column was null in the old row, and no pattern is evaluated against null.
  if operator in ('match', 'imatch') then
    if given[1] ~ '(^|[^\\])(\\\\)*\\[1-9]' then
      raise exception 'a pattern with a back reference can take any time';
    end if;
    perform '' ~ given[1];
  elsif operator in ('like', 'ilike') and given[1] ~ '(^|[^\\])(\\\\)*\\$' then
    raise exception 'LIKE pattern must not end with escape character';
  end if;
  return null;
end
$$;
revoke execute on function realtime.read_filter(regclass, name, text, text, text[]) from public;

comment on function realtime.read_filter(regclass, name, text, text, text[]) is 'Checks a filter when somebody subscribes: the column is there, readable, and the values are of its type. @type unknown[] | null';
