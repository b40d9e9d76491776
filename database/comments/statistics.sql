-- The sums that a streamer's statistics are read from.

comment on table private.statistics_marks is 'Days of streamers that are to be added up again, a row for each change.';
comment on column private.statistics_marks.id is 'Rises with each mark.';
comment on column private.statistics_marks.streamer_id is 'Whose day. No foreign key: a mark outlives its streamer until it is read.';
comment on column private.statistics_marks.day is 'The day of the session that changed, on the streamer''s wall.';

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
comment on column private.statistics_days.booked_minutes is 'Minutes of the sessions that were not cancelled; a group session counts once.';
comment on column private.statistics_days.net_cents is 'What the ledger gives the streamer for them, in euro cents: commission and refunds taken off.';
comment on column private.statistics_days.ratings is 'Their reviews that are not hidden.';
comment on column private.statistics_days.rating_sum is 'The ratings of those, added up.';

comment on table private.statistics_answers is 'How long a streamer took to answer a request. Kept by statistics/add-up.';
comment on column private.statistics_answers.streamer_id is 'Who answered.';
comment on column private.statistics_answers.day is 'The day of the session asked for, on the streamer''s wall.';
comment on column private.statistics_answers.booking_id is 'The booking.';
comment on column private.statistics_answers.offer_id is 'Of which offer; null: deleted.';
comment on column private.statistics_answers.seconds is 'From the request to the first answer.';

comment on table private.open_days is 'How long a streamer was open on a day, kept as it was once the day is over.';
comment on column private.open_days.streamer_id is 'Who was open.';
comment on column private.open_days.day is 'The day, on the streamer''s wall.';
comment on column private.open_days.open_minutes is 'Minutes of open hours on that day, booked or not.';
