-- Keeps the age that somebody gives at sign-up: `adult`, or a minor's date of birth, as a page of ours that asked for the date sends it. Another word
-- is left out, as other clients may send it, and the person is asked later. Under 15, the constraint refuses the account.
create or replace function private.keep_declared_age(person uuid, age text, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  birth date;
begin
  if age is distinct from 'adult' then
    begin
      birth := age::date;
    exception when invalid_datetime_format or datetime_field_overflow then
      birth := null;
    end;
    if birth is null or age !~ '^\d{4}-\d\d-\d\d$' then return; end if;
  end if;
  insert into public.ages (person_id, birth_date, declared_at)
  values (person, case when birth > (at at time zone 'Europe/Paris')::date - interval '18 years' then birth end, at)
  on conflict do nothing;
end
$$;
revoke execute on function private.keep_declared_age(uuid, text, timestamptz) from public;
grant execute on function private.keep_declared_age(uuid, text, timestamptz) to service_role;

comment on function private.keep_declared_age(uuid, text, timestamptz) is 'Keeps what somebody said of their age, once.';
