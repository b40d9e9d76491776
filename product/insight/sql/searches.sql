comment on table private.search_days is 'People who searched on a day. Kept for 25 months.';
comment on column private.search_days.id is 'Rises with each row.';
comment on column private.search_days.day is 'A day in Paris.';
comment on column private.search_days.category is 'Within which category; null: whichever, each person once.';
comment on column private.search_days.people is 'So many people.';
comment on column private.search_days.unfound is 'Of them, those of whom a search found nobody.';

comment on table private.searches is
  'Who searched for what today. Added up into search_days and unfound_days and deleted, in one transaction, once the day is over.';
comment on column private.searches.id is 'Rises with each row.';
comment on column private.searches.day is 'A day in Paris, that of the salt.';
comment on column private.searches.visitor is 'As in private.visits.';
comment on column private.searches.category is 'Within which category; null: all.';
comment on column private.searches.words is 'What was typed, without case and accents; empty: filters alone.';
comment on column private.searches.found is 'Whether anybody was found, also once slips of the pen were forgiven.';
