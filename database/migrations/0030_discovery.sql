-- What makes finding a streamer fast. All of it is derived: dropping every row loses nothing, the task
-- `discovery/refresh-free-times` and the triggers write it again.

-- What people search a streamer by, folded (private.words_of): ' anouk karsenti anouk-k …'. Kept by a trigger.
create table private.streamer_searches (
  streamer_id uuid primary key references public.streamers on delete cascade,
  -- Name and handle: whoever is meant by name comes first.
  names text not null,
  -- These and all the rest: headline, categories, languages, titles of offers.
  words text not null
);
create index streamer_searches_words_idx on private.streamer_searches using gin (words extensions.gin_trgm_ops);

-- Each word that stands in a search text: what a misspelt one is compared with.
create table private.search_words (
  word text primary key
);
create index search_words_word_idx on private.search_words using gin (word extensions.gin_trgm_ops);

-- When an offer is next free, as the slot engine said at `computed_at`. A ring of a bit each 15 minutes, eleven days: the bit of an
-- instant is (minutes since 1970 / 15) mod 1056 (domain/discovery/free-ring.ts). So 'who is free on an evening of this week' is one `&` a row.
create table private.free_times (
  offer_id uuid primary key references public.offers on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  -- Of the offer, so that a search reads this narrow table alone.
  price_cents integer not null,
  duration_minutes smallint not null,
  -- Starts sooner than this after now do not count: time takes them away without anything being written.
  notice_minutes integer not null,
  starts bit(1056) not null,
  -- The first of all, beyond the ring too; null when there is none as far ahead as may be booked.
  next_start timestamptz,
  computed_at timestamptz not null,
  -- When it is computed again although nothing changed.
  fresh_until timestamptz not null
);
create index free_times_streamer_id_idx on private.free_times (streamer_id);
create index free_times_notice_minutes_idx on private.free_times (notice_minutes);
create index free_times_fresh_until_idx on private.free_times (fresh_until);

-- A streamer's active offers in one row, for searches that ask nothing of one offer.
create table private.listings (
  streamer_id uuid primary key references public.streamers on delete cascade,
  categories text[] not null,
  least_price_cents integer,
  next_start timestamptz
);

-- Something changed that may change when a streamer is free. Marks are added and removed, never updated, so that bookings of one
-- streamer do not wait for each other here; for the same reason there is no foreign key.
create table private.free_time_marks (
  id bigint generated always as identity primary key,
  streamer_id uuid not null,
  marked_at timestamptz not null default now()
);
create index free_time_marks_streamer_id_idx on private.free_time_marks (streamer_id, id);
insert into private.free_time_marks (streamer_id) select id from public.streamers;
