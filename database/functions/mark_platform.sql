-- Any change to what a day of Paris adds up to over the whole platform inserts a mark, and the task analytics/add-up computes the day again
-- (docs/decisions/0131). Marks are only inserted, so that no transaction waits for another.
create or replace function private.mark_platform_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.platform_marks (day, kind) values
      ((old.start_at at time zone 'Europe/Paris')::date, 'session'), ((old.held_at at time zone 'Europe/Paris')::date, 'hold');
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.start_at is distinct from old.start_at) then
    insert into private.platform_marks (day, kind) values ((new.start_at at time zone 'Europe/Paris')::date, 'session');
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.held_at is distinct from old.held_at) then
    insert into private.platform_marks (day, kind) values ((new.held_at at time zone 'Europe/Paris')::date, 'hold');
  end if;
  -- Money stands with the place it was paid for, under its category and the viewer's zone.
  if tg_op = 'UPDATE' and (new.category, new.viewer_zone) is distinct from (old.category, old.viewer_zone) then
    insert into private.platform_marks (day, kind)
    select distinct g.accounted_on, 'money' from public.payments p join public.ledger_postings g on g.payment_id = p.id
    where p.booking_id = new.id;
  end if;
  return null;
end
$$;
revoke execute on function private.mark_platform_of_booking() from public;
comment on function private.mark_platform_of_booking() is 'Marks the days in Paris of a booking''s session and hold, before and after the change.';

create or replace function private.mark_platform_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.platform_marks (day, kind) values (new.accounted_on, 'money');
  return null;
end
$$;
revoke execute on function private.mark_platform_of_money() from public;
comment on function private.mark_platform_of_money() is 'Marks the day on which a payment''s posting counts for the accounts.';

create or replace function private.mark_platform_of_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.platform_marks (day, kind) select distinct day, 'open' from changed;
  return null;
end
$$;
revoke execute on function private.mark_platform_of_hours() from public;
comment on function private.mark_platform_of_hours() is 'Marks the days whose open or booked minutes changed.';

create or replace trigger mark_platform_insert after insert on public.bookings
  for each row execute function private.mark_platform_of_booking();
create or replace trigger mark_platform_update
  after update of streamer_id, viewer_id, streamer_zone, viewer_zone, category, held_at, source, session_id, start_at, status, cause, confirmed_at on public.bookings
  for each row execute function private.mark_platform_of_booking();
create or replace trigger mark_platform_delete after delete on public.bookings
  for each row execute function private.mark_platform_of_booking();
create or replace trigger mark_platform after insert on public.ledger_postings
  for each row when (new.payment_id is not null) execute function private.mark_platform_of_money();
create or replace trigger mark_platform_insert after insert on private.open_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
create or replace trigger mark_platform_update after update on private.open_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
create or replace trigger mark_platform_delete after delete on private.open_days
  referencing old table as changed for each statement execute function private.mark_platform_of_hours();
create or replace trigger mark_platform_insert after insert on private.statistics_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
create or replace trigger mark_platform_delete after delete on private.statistics_days
  referencing old table as changed for each statement execute function private.mark_platform_of_hours();
