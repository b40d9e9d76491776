comment on table private.statistics_answers is 'How long a streamer took to answer a request. Kept by statistics/add-up.';
comment on column private.statistics_answers.streamer_id is 'Who answered.';
comment on column private.statistics_answers.day is 'The day of the session asked for, on the streamer''s wall.';
comment on column private.statistics_answers.booking_id is 'The booking.';
comment on column private.statistics_answers.offer_id is 'Of which offer; null: deleted.';
comment on column private.statistics_answers.seconds is 'From the request to the first answer.';

comment on table private.statistics_days is 'What the sessions of a day add up to, by offer: kept by statistics/add-up, equal to the rows.';
comment on column private.statistics_days.id is 'The sum.';
comment on column private.statistics_days.streamer_id is 'Whose sessions.';
comment on column private.statistics_days.day is 'The day on which they begin, in the streamer''s zone at the time of booking.';
comment on column private.statistics_days.offer_id is 'Of which offer; null: of one that was deleted.';
comment on column private.statistics_days.holds is 'Places taken, whatever became of them later.';
comment on column private.statistics_days.paid is 'Of them, those that were paid, or taken for free, and agreed on.';
comment on column private.statistics_days.sessions is 'Sessions held; a group session counts once.';
comment on column private.statistics_days.cancelled is 'Places that were agreed on and cancelled by either side or the team.';
comment on column private.statistics_days.viewer_no_shows is 'Places whose viewer did not come.';
comment on column private.statistics_days.streamer_no_shows is 'Places whose streamer did not come.';
comment on column private.statistics_days.due is 'Places whose session was due: held, or missed by either side.';
comment on column private.statistics_days.booked_minutes is 'Minutes of the sessions that were not cancelled; a group session counts once.';
comment on column private.statistics_days.net_cents is 'What the ledger gives the streamer for them, in euro cents: commission and refunds taken off.';
comment on column private.statistics_days.ratings is 'Their reviews that are not hidden.';
comment on column private.statistics_days.rating_sum is 'The ratings of those, added up.';

comment on table private.statistics_hours is 'How many sessions that were not cancelled touch an hour, by the day on which they begin: kept by statistics/add-up.';
comment on column private.statistics_hours.streamer_id is 'Whose sessions.';
comment on column private.statistics_hours.day is 'The day on which they begin, on the wall of the streamer when they were booked.';
comment on column private.statistics_hours.hour is 'The hour of that wall, counted from the day''s midnight: 25 is one o''clock of the night after it.';
comment on column private.statistics_hours.sessions is 'Sessions; a group session counts once.';

-- The sums that a streamer's statistics are read from.

comment on table private.statistics_marks is 'Days of streamers that are to be added up again, a row for each change.';
comment on column private.statistics_marks.id is 'Rises with each mark.';
comment on column private.statistics_marks.streamer_id is 'Whose day. No foreign key: a mark outlives its streamer until it is read.';
comment on column private.statistics_marks.day is 'The day of the session that changed, on the streamer''s wall; of a hold, its day in Paris.';
comment on column private.statistics_marks.kind is 'Which sums: those of the day''s sessions, or those of the places that were held on it.';

comment on table private.statistics_months is 'The days of statistics_days by month, over all offers: kept by statistics/add-up, so that a year need not be read by its days.';
comment on column private.statistics_months.streamer_id is 'Whose sessions.';
comment on column private.statistics_months.month is 'The first of the month.';
comment on column private.statistics_months.sessions is 'As in statistics_days.';
comment on column private.statistics_months.booked_minutes is 'As in statistics_days.';
comment on column private.statistics_months.net_cents is 'As in statistics_days, in euro cents.';
comment on column private.statistics_months.ratings is 'As in statistics_days.';
comment on column private.statistics_months.rating_sum is 'As in statistics_days.';

comment on table private.hold_days is 'What became of the places held on a day, by offer and source: kept by statistics/add-up, equal to the rows.';
comment on column private.hold_days.id is 'The sum.';
comment on column private.hold_days.streamer_id is 'Whose places.';
comment on column private.hold_days.day is 'The day of the hold, in Paris, as visits are counted.';
comment on column private.hold_days.offer_id is 'Of which offer; null: of one that was deleted.';
comment on column private.hold_days.source is 'From where the person came; null: not told.';
comment on column private.hold_days.holds is 'Places taken.';
comment on column private.hold_days.paid is 'Of them, those that were paid, or taken for free, and agreed on.';
comment on column private.hold_days.attended is 'Of them, those whose session was held.';
comment on column private.hold_days.upcoming is 'Of them, those whose session is still to come or under way.';

comment on table private.known_viewers is 'Who ever came to a streamer, and when first, next and last: kept by statistics/add-up, with held_places.';
comment on column private.known_viewers.streamer_id is 'Whose sessions.';
comment on column private.known_viewers.viewer_id is 'Who came; a deleted account''s row is not kept.';
comment on column private.known_viewers.first_day is 'The day of their first session.';
comment on column private.known_viewers.second_day is 'The day of their second one, which may be the same; null: they came once.';
comment on column private.known_viewers.last_day is 'The day of their last one.';

comment on table private.cohorts is 'How many viewers of those who first came in a month came in that or a later one: kept by statistics/add-up, with held_places.';
comment on column private.cohorts.streamer_id is 'Whose sessions.';
comment on column private.cohorts.first_month is 'The month of a viewer''s first session, by its first day.';
comment on column private.cohorts.month is 'The month in which they came, by its first day.';
comment on column private.cohorts.viewers is 'Different viewers.';

create or replace trigger mark_platform_insert after insert on private.statistics_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
comment on trigger mark_platform_insert on private.statistics_days is 'The day''s open and booked minutes are added up again over the platform.';
create or replace trigger mark_platform_delete after delete on private.statistics_days
  referencing old table as changed for each statement execute function private.mark_platform_of_hours();
comment on trigger mark_platform_delete on private.statistics_days is 'The day''s open and booked minutes are added up again over the platform.';

-- A booking counts on the day of its session, in the streamer's zone. Any change to what that day
-- adds up to inserts a mark, and the task statistics/add-up computes the day again. Marks are only
-- inserted, never updated, so that no transaction waits for another. The funnel counts a place on
-- the day of its hold in Paris (docs/decisions/0132), which has a mark of its own.
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
