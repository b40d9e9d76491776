-- Counting visits without following anybody (docs/decisions/0132).

comment on table private.visit_salts is
  'What makes today''s hashes of visitors: random, another each day, deleted once its day is over, so that nobody can say who a hash was.';
comment on column private.visit_salts.day is 'A day in Paris.';
comment on column private.visit_salts.salt is '32 random bytes.';

comment on table private.visits is
  'Who looked at which page today. Added up into visit_days and deleted, in one transaction, once the day is over.';
comment on column private.visits.id is 'Rises with each row.';
comment on column private.visits.day is 'A day in Paris, that of the salt.';
comment on column private.visits.visitor is 'Hash of address, browser, site and the day''s salt.';
comment on column private.visits.streamer_id is 'Whose page.';
comment on column private.visits.offer_id is 'Whose calendar was opened; null: of whichever offer, and for the profile.';
comment on column private.visits.step is 'profile or calendar.';
comment on column private.visits.source is 'From where they came first: direct, search (of Loge), shared (link), twitch or other (site).';

comment on table private.demands is
  'Who looked today for what a streamer does not have. Added up into demand_days and deleted, in one transaction, once the day is over.';
comment on column private.demands.id is 'Rises with each row.';
comment on column private.demands.day is 'A day in Paris, that of the salt.';
comment on column private.demands.visitor is 'As in private.visits.';
comment on column private.demands.streamer_id is 'Who was looked at, or would have been found without one filter of a search.';
comment on column private.demands.kind is 'hours, nothing_free (a calendar without a free start), or the filter that left the streamer out: price, language, duration.';
comment on column private.demands.detail is 'hours: search or full_day; nothing_free: the reason; price: the highest, in cents; language: its code; duration: minutes.';
comment on column private.demands.cells is 'Of hours: which of the week, (weekday - 1) * 24 + hour on the streamer''s wall.';

comment on table private.visit_days is 'Visitors of a day, by offer and source. Kept for 25 months.';
comment on column private.visit_days.id is 'Rises with each row.';
comment on column private.visit_days.streamer_id is 'Whose page.';
comment on column private.visit_days.day is 'A day in Paris.';
comment on column private.visit_days.offer_id is 'Null: each visitor once, whichever offers they looked at.';
comment on column private.visit_days.source is 'As in private.visits.';
comment on column private.visit_days.profile_views is 'Different people who saw the profile; 0 in the rows of an offer.';
comment on column private.visit_days.calendar_opens is 'Different people who opened the calendar.';

comment on table private.demand_days is 'Different people of a day who looked for what a streamer does not have. Kept for 25 months.';
comment on column private.demand_days.id is 'Rises with each row.';
comment on column private.demand_days.streamer_id is 'As in private.demands.';
comment on column private.demand_days.day is 'A day in Paris.';
comment on column private.demand_days.kind is 'As in private.demands.';
comment on column private.demand_days.detail is 'As in private.demands; of hours empty, since one person is counted once an hour.';
comment on column private.demand_days.cell is 'Of hours: which of the week, as in private.demands; else null.';
comment on column private.demand_days.people is 'Different people within the day. Across days the same person has another hash.';

comment on column public.bookings.source is
  'From where its viewer came: direct, search, shared, twitch or other; null when they do not want to be counted, or it was booked before that was kept.';

comment on table private.demand_months is 'The days of demand_days by month: kept by a trigger on them, and forgotten with them.';
comment on column private.demand_months.id is 'Rises with each row.';
comment on column private.demand_months.streamer_id is 'As in private.demands.';
comment on column private.demand_months.month is 'The first of the month.';
comment on column private.demand_months.kind is 'As in private.demands.';
comment on column private.demand_months.detail is 'As in private.demand_days.';
comment on column private.demand_months.cell is 'As in private.demand_days.';
comment on column private.demand_months.asked is 'People of each day, added up.';
comment on column private.demand_months.people is 'Different people within the fullest day.';
