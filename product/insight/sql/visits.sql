comment on table private.visit_days is 'Visitors of a day, by offer and source. Kept for 25 months.';
comment on column private.visit_days.id is 'Rises with each row.';
comment on column private.visit_days.streamer_id is 'Whose page.';
comment on column private.visit_days.day is 'A day in Paris.';
comment on column private.visit_days.offer_id is 'Null: each visitor once, whichever offers they looked at.';
comment on column private.visit_days.source is 'As in private.visits.';
comment on column private.visit_days.profile_views is 'Different people who saw the profile; 0 in the rows of an offer.';
comment on column private.visit_days.calendar_opens is 'Different people who opened the calendar.';

revoke all on private.visit_days from public, anon, authenticated, service_role;

-- Counting visits without following anybody (docs/decisions/0132).

comment on table private.visit_salts is
  'What makes today''s hashes of visitors: random, another each day, deleted once its day is over, so that nobody can say who a hash was.';
comment on column private.visit_salts.day is 'A day in Paris.';
comment on column private.visit_salts.salt is '32 random bytes.';

-- The server's own: no client reaches these. A streamer reads the sums through visits/read-funnel
-- and visits/read-demand.
revoke all on private.visit_salts from public, anon, authenticated, service_role;

comment on column private.visits.device is 'What it was looked at with, as the browser says; null: before this was counted.';

comment on table private.visits is
  'Who looked at which page today. Added up into visit_days and deleted, in one transaction, once the day is over.';
comment on column private.visits.id is 'Rises with each row.';
comment on column private.visits.day is 'A day in Paris, that of the salt.';
comment on column private.visits.visitor is 'Hash of address, browser, site and the day''s salt.';
comment on column private.visits.streamer_id is 'Whose page.';
comment on column private.visits.offer_id is 'Whose calendar was opened; null: of whichever offer, and for the profile.';
comment on column private.visits.step is 'profile or calendar.';
comment on column private.visits.source is 'From where they came first: direct, search (of Loge), shared (link), twitch or other (site).';

revoke all on private.visits from public, anon, authenticated, service_role;
