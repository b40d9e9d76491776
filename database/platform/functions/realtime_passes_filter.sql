-- Whether a changed row meets one condition of a subscription's filter (realtime.evaluate_filter). A condition that raises an error passes
-- nowhere: it is asked in one question with everybody else's, and must neither spoil theirs nor tell by the error what the
-- row holds. Only the end of the time that the whole question has is raised.
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
