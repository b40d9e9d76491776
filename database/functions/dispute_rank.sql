-- How far on a dispute is by its phase: a provider tells several of them within one second.
create or replace function private.dispute_rank(phase text) returns int
language sql immutable set search_path = '' as $$
  select array_position('{inquiry,needs_answer,answered,closed}', phase)
$$;
revoke execute on function private.dispute_rank(text) from public;
grant execute on function private.dispute_rank(text) to service_role;
comment on function private.dispute_rank(text) is 'How far on a dispute is by its phase, from 1 for an inquiry to 4 for a closed one.';
