-- Anybody who shows their second factor has it: a request to remove it is over, whether the team has granted it or not.
create or replace function private.keep_factors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.factor_removals set state = 'cancelled', ended_at = greatest(new.updated_at, asked_at)
  where person_id = new.user_id and state in ('asked', 'granted');
  return null;
end
$$;
revoke execute on function private.keep_factors() from public;

create or replace trigger keep_factors after update of aal on auth.sessions
for each row when (new.aal = 'aal2')
execute function private.keep_factors();

comment on function private.keep_factors() is 'Ends the request to remove the second factors of somebody who has just shown one.';
