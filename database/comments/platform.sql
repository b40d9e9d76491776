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

comment on table private.platform_session_days is 'What became of the sessions of a day: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_session_days.day is 'The day on which they begin.';
comment on column private.platform_session_days.category is 'Of what was booked.';
comment on column private.platform_session_days.sessions is 'Sessions held; a group session counts once.';
comment on column private.platform_session_days.places is 'Places of those.';
comment on column private.platform_session_days.viewer_no_shows is 'Places whose viewer did not come.';
comment on column private.platform_session_days.streamer_no_shows is 'Places whose streamer did not come.';

comment on table private.platform_hours is 'Places agreed on by the hour in which they begin: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_hours.day is 'The day on which they begin.';
comment on column private.platform_hours.category is 'Of what was booked.';
comment on column private.platform_hours.cell is '(weekday - 1) * 24 + hour, on the streamer''s wall.';
comment on column private.platform_hours.places is 'Places that were not cancelled.';

comment on table private.platform_hold_days is 'What became of the places held on a day: kept by analytics/add-up, equal to the rows.';
comment on column private.platform_hold_days.id is 'The sum.';
comment on column private.platform_hold_days.day is 'The day of the hold.';
comment on column private.platform_hold_days.category is 'Of what was booked.';
comment on column private.platform_hold_days.source is 'From where the viewer came; null: not known.';
comment on column private.platform_hold_days.outcome is 'The booking''s state, or why it expired or was declined.';
comment on column private.platform_hold_days.places is 'Places.';
comment on column private.platform_hold_days.paid is 'Of them, those that were agreed on.';

comment on table private.platform_open_days is 'Open and booked minutes of all streamers, each on their own wall: kept by analytics/add-up.';
comment on column private.platform_open_days.day is 'The day, on each streamer''s wall.';
comment on column private.platform_open_days.open_minutes is 'As in open_days.';
comment on column private.platform_open_days.booked_minutes is 'As in statistics_days.';

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

comment on column private.visits.device is 'What it was looked at with, as the browser says; null: before this was counted.';

comment on table private.searches is
  'Who searched for what today. Added up into search_days and unfound_days and deleted, in one transaction, once the day is over.';
comment on column private.searches.id is 'Rises with each row.';
comment on column private.searches.day is 'A day in Paris, that of the salt.';
comment on column private.searches.visitor is 'As in private.visits.';
comment on column private.searches.category is 'Within which category; null: all.';
comment on column private.searches.words is 'What was typed, without case and accents; empty: filters alone.';
comment on column private.searches.found is 'Whether anybody was found, also once slips of the pen were forgiven.';

comment on table private.search_days is 'People who searched on a day. Kept for 25 months.';
comment on column private.search_days.id is 'Rises with each row.';
comment on column private.search_days.day is 'A day in Paris.';
comment on column private.search_days.category is 'Within which category; null: whichever, each person once.';
comment on column private.search_days.people is 'So many people.';
comment on column private.search_days.unfound is 'Of them, those of whom a search found nobody.';

comment on table private.unfound_days is 'What was typed and found nobody on a day, by at least two people: what one person alone typed may be about them. Kept for 25 months.';
comment on column private.unfound_days.day is 'A day in Paris.';
comment on column private.unfound_days.words is 'What was typed, without case and accents.';
comment on column private.unfound_days.people is 'So many people.';

comment on table private.platform_visit_days is 'Visitors of a day over the whole site, by device. Kept for 25 months.';
comment on column private.platform_visit_days.id is 'Rises with each row.';
comment on column private.platform_visit_days.day is 'A day in Paris.';
comment on column private.platform_visit_days.device is 'As in private.visits.';
comment on column private.platform_visit_days.visitors is 'Different people of that day who saw a streamer''s page.';
comment on column private.platform_visit_days.profile_views is 'Pages of streamers that they saw, each once.';
comment on column private.platform_visit_days.calendar_opens is 'Of them, those whose calendar was opened.';

comment on table private.platform_demand_days is 'People who looked in vain for an hour, by category of whom they did not find free. Kept for 25 months.';
comment on column private.platform_demand_days.day is 'A day in Paris.';
comment on column private.platform_demand_days.category is 'A category of the streamer.';
comment on column private.platform_demand_days.cell is '(weekday - 1) * 24 + hour, on the streamer''s wall.';
comment on column private.platform_demand_days.people is 'So many different people.';
