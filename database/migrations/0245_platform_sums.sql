-- What the team's statistics are read from: sums of the whole platform by day of Paris, kept by a task from marks, as a streamer's are
-- (docs/decisions/0131, 0181).
create table private.platform_marks (
  id bigint generated always as identity primary key,
  day date not null,
  kind text not null,
  constraint platform_marks_kind_check check (kind in ('session', 'hold', 'money', 'open'))
);
create index platform_marks_day_idx on private.platform_marks (kind, day);

create table private.platform_money_days (
  day date not null,
  category text not null,
  zone text not null,
  captured_cents bigint not null,
  refunded_cents bigint not null,
  commission_cents bigint not null,
  disputed_cents bigint not null,
  payments integer not null,
  disputes integer not null,
  constraint platform_money_days_pkey primary key (day, category, zone)
);

create table private.platform_session_days (
  day date not null,
  category text not null,
  sessions integer not null,
  places integer not null,
  viewer_no_shows integer not null,
  streamer_no_shows integer not null,
  constraint platform_session_days_pkey primary key (day, category)
);

create table private.platform_hours (
  day date not null,
  category text not null,
  cell smallint not null,
  places integer not null,
  constraint platform_hours_pkey primary key (day, category, cell),
  constraint platform_hours_cell_check check (cell between 0 and 167)
);

create table private.platform_hold_days (
  id bigint generated always as identity primary key,
  day date not null,
  category text not null,
  source text,
  outcome text not null,
  places integer not null,
  paid integer not null,
  constraint platform_hold_days_source_check check (source in ('direct', 'search', 'shared', 'twitch', 'other')),
  constraint platform_hold_days_key unique nulls not distinct (day, category, source, outcome)
);

create table private.platform_open_days (
  day date primary key,
  open_minutes bigint not null,
  booked_minutes bigint not null
);

create table private.active_days (
  person_id uuid not null references public.profiles on delete cascade,
  side text not null,
  day date not null,
  first_day date not null,
  previous_day date,
  next_day date,
  -- The first of its month: cohorts count these.
  opens_month boolean not null,
  constraint active_days_pkey primary key (person_id, side, day),
  constraint active_days_side_check check (side in ('viewer', 'streamer'))
);
create index active_days_side_idx on private.active_days (side, day) include (first_day, previous_day, next_day);
create index active_days_cohorts_idx on private.active_days (side, first_day) include (day) where opens_month;

create table private.first_bookings (
  viewer_id uuid primary key references public.profiles on delete cascade,
  day date not null,
  seconds bigint not null,
  constraint first_bookings_seconds_check check (seconds >= 0)
);
create index first_bookings_day_idx on private.first_bookings (day) include (seconds);

-- Whole days are read over all streamers.
create index bookings_start_at_idx on public.bookings (start_at);
create index bookings_held_at_idx on public.bookings (held_at);
create index open_days_day_idx on private.open_days (day) include (open_minutes);

-- What is looked at with, and what is searched for, as long as the facts of visits last (docs/decisions/0132).
alter table private.visits add column device text,
  add constraint visits_device_check check (device in ('phone', 'tablet', 'computer'));

create table private.searches (
  id bigint generated always as identity primary key,
  day date not null,
  visitor bytea not null,
  category text,
  words text not null,
  found boolean not null,
  constraint searches_visitor_check check (octet_length(visitor) = 16),
  constraint searches_words_check check (char_length(words) <= 100),
  constraint searches_key unique nulls not distinct (day, visitor, category, words)
);

create table private.search_days (
  id bigint generated always as identity primary key,
  day date not null,
  -- Null: whichever category, each person once.
  category text,
  people integer not null,
  unfound integer not null,
  constraint search_days_counts_check check (people >= unfound and unfound >= 0),
  constraint search_days_key unique nulls not distinct (day, category)
);

create table private.unfound_days (
  day date not null,
  words text not null,
  people integer not null,
  constraint unfound_days_pkey primary key (day, words),
  constraint unfound_days_people_check check (people > 0)
);

create table private.platform_visit_days (
  id bigint generated always as identity primary key,
  day date not null,
  -- Null: not known, as of all days before this was counted.
  device text,
  visitors integer not null,
  profile_views integer not null,
  calendar_opens integer not null,
  constraint platform_visit_days_device_check check (device in ('phone', 'tablet', 'computer')),
  constraint platform_visit_days_key unique nulls not distinct (day, device)
);

create table private.platform_demand_days (
  day date not null,
  category text not null,
  cell smallint not null,
  people integer not null,
  constraint platform_demand_days_pkey primary key (day, category, cell),
  constraint platform_demand_days_cell_check check (cell between 0 and 167)
);

insert into private.platform_visit_days (day, device, visitors, profile_views, calendar_opens)
select day, null, 0, sum(profile_views), sum(calendar_opens) from private.visit_days where offer_id is null group by day;
insert into private.platform_demand_days (day, category, cell, people)
select d.day, c.category, d.cell, sum(d.people)
from private.demand_days d join public.streamers s on s.id = d.streamer_id, unnest(s.categories) c (category)
where d.kind = 'hours' group by d.day, c.category, d.cell;

insert into private.platform_marks (day, kind)
select distinct (start_at at time zone 'Europe/Paris')::date, 'session' from public.bookings
union select distinct (held_at at time zone 'Europe/Paris')::date, 'hold' from public.bookings
union select distinct accounted_on, 'money' from public.ledger_postings
union select distinct day, 'open' from private.open_days
union select distinct day, 'open' from private.statistics_days;
