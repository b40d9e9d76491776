-- Whether a changed row meets one condition of a subscription's filter (realtime.evaluate_filter).
-- A condition that raises an error never passes: it is evaluated in one query with the conditions
-- of other subscribers, so it must neither spoil theirs nor reveal by its error what the row holds.
-- Only the timeout of the whole query is raised.
create or replace function realtime.passes_filter(
  relation regclass, record jsonb, column_name text, operator text, given text[], negated boolean
) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return realtime.evaluate_filter(relation, record, column_name, operator, given, negated);
exception
  when query_canceled then raise;
  when others then return false;
end
$$;
revoke execute on function realtime.passes_filter(regclass, jsonb, text, text, text[], boolean) from public;

comment on function realtime.passes_filter(regclass, jsonb, text, text, text[], boolean) is 'Whether a row passes a filter of a subscription; false for what cannot be compared.';
