-- A place of an offer for adults goes to people who said that they are of age, no matter who writes it; so does a place on its waiting list. Nothing is
-- asked again later: what somebody booked before their streamer chose this stays theirs.
create or replace function private.refuse_minor_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.offers o where o.id = new.offer_id and o.adults_only)
    and not private.is_adult(new.viewer_id, new.created_at) then
    raise exception 'this offer is for adults' using errcode = 'check_violation', constraint = 'bookings_adults_only';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_minor_place() from public;

create or replace trigger refuse_minor_place before insert on public.bookings
for each row when (new.offer_id is not null and new.viewer_id is not null) execute function private.refuse_minor_place();

create or replace trigger refuse_minor_place before insert on public.waiting_list_entries
for each row execute function private.refuse_minor_place();

comment on function private.refuse_minor_place() is 'Refuses a place of an offer for adults to somebody who is not known to be one.';
comment on trigger refuse_minor_place on public.bookings is 'Places of offers for adults go to adults.';
comment on trigger refuse_minor_place on public.waiting_list_entries is 'Places of offers for adults are waited for by adults.';
