-- No payout is made to a streamer who has not said who they are after two reminders and sixty days, whatever program asks for it.
create or replace function private.refuse_waiting_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.identity_requests r
    where r.streamer_id = new.streamer_id and r.completed_at is null and r.waits_from <= new.created_at)
  then
    raise exception 'payouts of % wait for the fiscal identity', new.streamer_id using errcode = 'LG004';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_waiting_payout() from public;
comment on function private.refuse_waiting_payout() is 'Refuses a payout to a streamer whose fiscal identity is waited for.';

create or replace trigger refuse_waiting_payout before insert on public.payouts
for each row execute function private.refuse_waiting_payout();
