-- Whether a changed row meets one condition of a subscription's filter, in the column's own type
-- and order. A comparison with null gives null, which never passes. The operators' names are
-- PostgREST's; `given` is an array, with several values for `in`. Raises an error for a condition
-- that does not apply to the column's type.
create or replace function realtime.evaluate_filter(
  relation regclass, record jsonb, column_name text, operator text, given text[], negated boolean
) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  type text;
  test text;
  passes boolean;
begin
  select format_type(a.atttypid, a.atttypmod) into strict type from pg_attribute a
  where a.attrelid = relation and a.attname = column_name and a.attnum > 0 and not a.attisdropped;
  test := case operator
    when 'eq' then 'c = $2[1]::%1$s' when 'neq' then 'c <> $2[1]::%1$s'
    when 'lt' then 'c < $2[1]::%1$s' when 'lte' then 'c <= $2[1]::%1$s'
    when 'gt' then 'c > $2[1]::%1$s' when 'gte' then 'c >= $2[1]::%1$s'
    when 'isdistinct' then 'c is distinct from $2[1]::%1$s'
    when 'in' then 'c = any($2::%1$s[])'
    when 'like' then 'c::text like $2[1]' when 'ilike' then 'c::text ilike $2[1]'
    when 'match' then 'c::text ~ $2[1]' when 'imatch' then 'c::text ~* $2[1]'
    when 'is' then case lower(given[1])
      when 'null' then 'c is null' when 'true' then 'c is true' when 'false' then 'c is false'
      when 'unknown' then 'c is unknown' end
  end;
  if test is null then
    raise exception 'unknown operator %', operator;
  end if;
  execute format('select ' || test || ' from (select (jsonb_populate_record(null::%2$s, $1)).%3$I as c) row', type, relation, column_name)
  into passes using record, given;
  return passes <> negated;
end
$$;
revoke execute on function realtime.evaluate_filter(regclass, jsonb, text, text, text[], boolean) from public;

comment on function realtime.evaluate_filter(regclass, jsonb, text, text, text[], boolean) is 'Whether a row passes a filter of a subscription, as Postgres compares the column''s type.';
