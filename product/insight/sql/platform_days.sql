comment on table private.active_days is 'The days on which somebody came to a session or held one, each with those before and after: kept by analytics/add-up.';
comment on column private.active_days.person_id is 'Who.';
comment on column private.active_days.side is 'Whether they came as viewer or held it as streamer.';
comment on column private.active_days.day is 'The day.';
comment on column private.active_days.first_day is 'Their first one.';
comment on column private.active_days.previous_day is 'The one before; null: this is the first.';
comment on column private.active_days.next_day is 'The one after; null: this is the last.';
comment on column private.active_days.opens_month is 'Whether it is their first of its month.';

comment on table private.first_bookings is 'The first place of each viewer that was agreed on: kept by analytics/add-up.';
comment on column private.first_bookings.viewer_id is 'Who.';
comment on column private.first_bookings.day is 'The day of its hold.';
comment on column private.first_bookings.seconds is 'From signing up to the hold.';

comment on table private.platform_demand_days is 'People who looked in vain for an hour, by category of whom they did not find free. Kept for 25 months.';
comment on column private.platform_demand_days.day is 'A day in Paris.';
comment on column private.platform_demand_days.category is 'A category of the streamer.';
comment on column private.platform_demand_days.cell is '(weekday - 1) * 24 + hour, on the streamer''s wall.';
comment on column private.platform_demand_days.people is 'So many different people.';

comment on table private.platform_hold_days is 'What became of the places held on a day: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_hold_days.id is 'The sum.';
comment on column private.platform_hold_days.day is 'The day of the hold.';
comment on column private.platform_hold_days.category is 'Of what was booked.';
comment on column private.platform_hold_days.source is 'From where the viewer came; null: not known.';
comment on column private.platform_hold_days.outcome is 'The booking''s state, or why it expired or was declined.';
comment on column private.platform_hold_days.places is 'Places.';
comment on column private.platform_hold_days.paid is 'Of them, those that were agreed on.';

comment on table private.platform_hours is 'Places agreed on by the hour in which they begin: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_hours.day is 'The day on which they begin.';
comment on column private.platform_hours.category is 'Of what was booked.';
comment on column private.platform_hours.cell is '(weekday - 1) * 24 + hour, on the streamer''s wall.';
comment on column private.platform_hours.places is 'Places that were not cancelled.';

-- The sums of the whole platform that the team's statistics are read from. Days are those of Paris.

comment on table private.platform_marks is 'Days that are to be added up again over the whole platform, a row for each change.';
comment on column private.platform_marks.id is 'Rises with each mark.';
comment on column private.platform_marks.day is 'The day.';
comment on column private.platform_marks.kind is 'Which sums: session (by the session''s day), hold (by the hold''s), money (by the accounts''), open (open and booked minutes).';

comment on table private.platform_money_days is 'What payments moved on a day of the accounts: kept by analytics/add-up, equal to the ledger.';
comment on column private.platform_money_days.day is 'The day on which the postings count for the accounts.';
comment on column private.platform_money_days.category is 'Of what was booked.';
comment on column private.platform_money_days.zone is 'The viewer''s zone when they booked.';
comment on column private.platform_money_days.captured_cents is 'Paid by viewers, extensions included, in euro cents.';
comment on column private.platform_money_days.refunded_cents is 'Given back to viewers, in euro cents.';
comment on column private.platform_money_days.commission_cents is 'Added to our fees, less what was given back of them, in euro cents.';
comment on column private.platform_money_days.disputed_cents is 'Taken back by banks as disputes began, in euro cents.';
comment on column private.platform_money_days.payments is 'Payments that were captured.';
comment on column private.platform_money_days.disputes is 'Disputes that began.';

comment on table private.platform_open_days is 'Open and booked minutes of all streamers, each on their own wall: kept by analytics/add-up.';
comment on column private.platform_open_days.day is 'The day, on each streamer''s wall.';
comment on column private.platform_open_days.open_minutes is 'As in open_days.';
comment on column private.platform_open_days.booked_minutes is 'As in statistics_days.';

comment on table private.platform_session_days is 'What became of the sessions of a day: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_session_days.day is 'The day on which they begin.';
comment on column private.platform_session_days.category is 'Of what was booked.';
comment on column private.platform_session_days.sessions is 'Sessions held; a group session counts once.';
comment on column private.platform_session_days.places is 'Places of those.';
comment on column private.platform_session_days.viewer_no_shows is 'Places whose viewer did not come.';
comment on column private.platform_session_days.streamer_no_shows is 'Places whose streamer did not come.';

comment on table private.platform_visit_days is 'Visitors of a day over the whole site, by device. Kept for 25 months.';
comment on column private.platform_visit_days.id is 'Rises with each row.';
comment on column private.platform_visit_days.day is 'A day in Paris.';
comment on column private.platform_visit_days.device is 'As in private.visits.';
comment on column private.platform_visit_days.visitors is 'Different people of that day who saw a streamer''s page.';
comment on column private.platform_visit_days.profile_views is 'Pages of streamers that they saw, each once.';
comment on column private.platform_visit_days.calendar_opens is 'Of them, those whose calendar was opened.';

-- Any change to what a day of Paris adds up to over the whole platform inserts a mark, and the task
-- analytics/add-up computes the day again (docs/decisions/0132). Marks are only inserted, so that
-- no transaction waits for another.
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
