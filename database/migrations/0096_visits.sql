-- Visits are counted without following anybody (docs/decisions/0132): who came is a hash whose salt is thrown away with its day, facts are
-- added up and deleted once their day is over, and only the sums stay.
create table private.visit_salts (
  day date primary key,
  salt bytea not null,
  constraint visit_salts_salt_check check (octet_length(salt) = 32)
);

create table private.visits (
  id bigint generated always as identity primary key,
  day date not null,
  visitor bytea not null,
  streamer_id uuid not null references public.streamers on delete cascade,
  -- Null: of the streamer's page as a whole.
  offer_id uuid references public.offers on delete cascade,
  step text not null,
  source text not null,
  constraint visits_visitor_check check (octet_length(visitor) = 16),
  constraint visits_step_check check (step in ('profile', 'calendar')),
  constraint visits_source_check check (source in ('direct', 'search', 'shared', 'twitch', 'other')),
  -- One person counts once a day, however often they come back, and from where they came first.
  constraint visits_key unique nulls not distinct (day, visitor, streamer_id, offer_id, step)
);
create index visits_streamer_id_idx on private.visits (streamer_id);
create index visits_offer_id_idx on private.visits (offer_id);

create table private.demands (
  id bigint generated always as identity primary key,
  day date not null,
  visitor bytea not null,
  streamer_id uuid not null references public.streamers on delete cascade,
  kind text not null,
  detail text not null,
  cells smallint[] not null default '{}',
  constraint demands_visitor_check check (octet_length(visitor) = 16),
  constraint demands_kind_check check (kind in ('hours', 'nothing_free', 'price', 'language', 'duration')),
  constraint demands_detail_check check (char_length(detail) <= 40),
  constraint demands_cells_check check (cardinality(cells) <= 168 and 0 <= all (cells) and 167 >= all (cells)),
  constraint demands_key unique (day, visitor, streamer_id, kind, detail, cells)
);
create index demands_streamer_id_idx on private.demands (streamer_id);

create table private.visit_days (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  offer_id uuid references public.offers on delete cascade,
  source text not null,
  profile_views integer not null default 0,
  calendar_opens integer not null default 0,
  constraint visit_days_source_check check (source in ('direct', 'search', 'shared', 'twitch', 'other')),
  constraint visit_days_counts_check check (profile_views >= 0 and calendar_opens >= 0),
  constraint visit_days_key unique nulls not distinct (streamer_id, day, offer_id, source)
);
create index visit_days_offer_id_idx on private.visit_days (offer_id);
create index visit_days_day_idx on private.visit_days (day);

create table private.demand_days (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  kind text not null,
  detail text not null,
  cell smallint,
  people integer not null,
  constraint demand_days_kind_check check (kind in ('hours', 'nothing_free', 'price', 'language', 'duration')),
  constraint demand_days_cell_check check ((kind = 'hours') = (cell is not null) and cell between 0 and 167),
  constraint demand_days_people_check check (people > 0),
  constraint demand_days_key unique nulls not distinct (streamer_id, day, kind, detail, cell)
);
create index demand_days_day_idx on private.demand_days (day);

-- From where the person came who took the place: one word, kept with the hold.
alter table public.bookings add column source text,
  add constraint bookings_source_check check (source in ('direct', 'search', 'shared', 'twitch', 'other'));
-- The last steps of the funnel are read from the bookings themselves, by the day of the hold.
create index bookings_streamer_held_idx on public.bookings (streamer_id, held_at)
  include (offer_id, source, status, confirmed_at, viewer_id);
