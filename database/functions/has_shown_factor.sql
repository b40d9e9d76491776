-- For the rows of a person that tell of their money: the caller's token is at aal2, or they have no second factor; and nobody else looks through it.
create or replace function private.has_shown_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.asks_second_factor(auth.uid(), auth.jwt() ->> 'aal', false) and not private.another_looks()
$$;
revoke execute on function private.has_shown_factor() from public;
grant execute on function private.has_shown_factor() to authenticated;

comment on function private.has_shown_factor() is 'Whether the caller showed their second factor, or has none.';
