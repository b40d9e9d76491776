-- A booking counts on the day of its session, in the streamer's zone. Any change to what that day adds up to inserts a mark, and the task
-- statistics/add-up computes the day again. Marks are only inserted, never updated, so that no transaction waits for another.
-- The funnel counts a place on the day of its hold in Paris (docs/decisions/0132), which has a mark of its own.
create or replace function private.mark_statistics_of_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.streamer_id is not null then
    insert into private.statistics_marks (streamer_id, day)
    values (old.streamer_id, (old.start_at at time zone old.streamer_zone)::date);
    insert into private.statistics_marks (streamer_id, day, kind)
    values (old.streamer_id, (old.held_at at time zone 'Europe/Paris')::date, 'hold');
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.start_at, new.streamer_zone, new.streamer_id)
    is distinct from (old.start_at, old.streamer_zone, old.streamer_id)) then
    insert into private.statistics_marks (streamer_id, day)
    select new.streamer_id, (new.start_at at time zone new.streamer_zone)::date where new.streamer_id is not null;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.held_at, new.streamer_id) is distinct from (old.held_at, old.streamer_id)) then
    insert into private.statistics_marks (streamer_id, day, kind)
    select new.streamer_id, (new.held_at at time zone 'Europe/Paris')::date, 'hold' where new.streamer_id is not null;
  end if;
  return null;
end
$$;
revoke execute on function private.mark_statistics_of_booking() from public;
comment on function private.mark_statistics_of_booking() is 'Marks the day of a booking''s session and that of its hold, before and after the change.';

create or replace function private.mark_statistics_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.statistics_marks (streamer_id, day)
  select b.streamer_id, (b.start_at at time zone b.streamer_zone)::date
  from public.ledger_postings g
  join public.payments p on p.id = g.payment_id
  join public.bookings b on b.id = p.booking_id
  where g.id = new.posting_id and g.kind <> 'release' and b.streamer_id is not null;
  return null;
end
$$;
revoke execute on function private.mark_statistics_of_money() from public;
comment on function private.mark_statistics_of_money() is 'Marks the day of the session whose money was posted to its streamer.';

create or replace function private.mark_statistics_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.statistics_marks (streamer_id, day)
  select b.streamer_id, (b.start_at at time zone b.streamer_zone)::date from public.bookings b
  where b.id = (case tg_op when 'DELETE' then old.booking_id else new.booking_id end) and b.streamer_id is not null;
  return null;
end
$$;
revoke execute on function private.mark_statistics_of_review() from public;
comment on function private.mark_statistics_of_review() is 'Marks the day of the session that was rated.';

create or replace trigger mark_statistics_insert after insert on public.bookings
  for each row execute function private.mark_statistics_of_booking();
create or replace trigger mark_statistics_update
  after update of streamer_id, viewer_id, streamer_zone, offer_id, held_at, source, session_id, start_at, duration_minutes, status, confirmed_at, revision on public.bookings
  for each row execute function private.mark_statistics_of_booking();
create or replace trigger mark_statistics_delete after delete on public.bookings
  for each row execute function private.mark_statistics_of_booking();
create or replace trigger mark_statistics after insert on public.ledger_lines
  for each row when (new.streamer_id is not null) execute function private.mark_statistics_of_money();
create or replace trigger mark_statistics after insert or update of rating, hidden_at or delete on public.reviews
  for each row execute function private.mark_statistics_of_review();
