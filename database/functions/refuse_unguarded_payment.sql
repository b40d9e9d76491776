-- Who pays has said their age, whatever they buy. A minor pays only with the consent of who answers for them, and within what they allow a month (code civil, articles 1146 and 1148). All payments
-- begin here, whichever command writes them. The lock on the guardianship makes several at once count one after the other.
create or replace function private.refuse_unguarded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer;
begin
  if new.viewer_id is null then return new; end if;
  if not exists (select from public.ages a where a.person_id = new.viewer_id) then
    raise exception 'who pays has said their age' using errcode = 'check_violation', constraint = 'payments_age';
  end if;
  if not private.is_minor(new.viewer_id, new.created_at) then return new; end if;
  select g.monthly_cents into allowed from public.guardianships g
  where g.person_id = new.viewer_id and g.state = 'confirmed' for update;
  if allowed is null then
    raise exception 'a minor pays with the consent of a guardian' using errcode = 'check_violation', constraint = 'payments_guardian';
  end if;
  if private.spent_in_month(new.viewer_id, new.created_at) + new.amount_cents > allowed then
    raise exception 'beyond what the guardian allows a month' using errcode = 'check_violation', constraint = 'payments_guardian_limit';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_unguarded_payment() from public;

create or replace trigger refuse_unguarded_payment before insert on public.payments
for each row execute function private.refuse_unguarded_payment();

comment on function private.refuse_unguarded_payment() is 'Refuses a payment of who never said their age, and a minor''s without a guardian''s consent or beyond their limit of the month.';
comment on trigger refuse_unguarded_payment on public.payments is 'Who pays has said their age; a minor pays with the consent of a guardian, within their limit.';
