-- Sums by month beside the sums by day (docs/decisions/0146): a year is read as eleven months and the days at its ends. Loyalty is read from a row
-- for each viewer and from counts that change with them, instead of from all their places.
create table private.statistics_months (
  streamer_id uuid not null references public.streamers on delete cascade,
  month date not null,
  sessions integer not null,
  booked_minutes integer not null,
  net_cents bigint not null,
  ratings integer not null,
  rating_sum integer not null,
  constraint statistics_months_pkey primary key (streamer_id, month),
  constraint statistics_months_month_check check (extract(day from month) = 1)
);

create table private.open_months (
  streamer_id uuid not null references public.streamers on delete cascade,
  month date not null,
  open_minutes integer not null,
  constraint open_months_pkey primary key (streamer_id, month) include (open_minutes),
  constraint open_months_month_check check (extract(day from month) = 1)
);

create table private.demand_months (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  month date not null,
  kind text not null,
  detail text not null,
  cell smallint,
  asked integer not null,
  people integer not null,
  constraint demand_months_month_check check (extract(day from month) = 1),
  constraint demand_months_key unique nulls not distinct (streamer_id, month, kind, detail, cell)
);

create table private.known_viewers (
  streamer_id uuid not null references public.streamers on delete cascade,
  viewer_id uuid not null,
  first_day date not null,
  second_day date,
  last_day date not null,
  constraint known_viewers_pkey primary key (streamer_id, viewer_id) include (first_day, second_day, last_day)
);

create table private.cohorts (
  streamer_id uuid not null references public.streamers on delete cascade,
  first_month date not null,
  month date not null,
  viewers integer not null,
  constraint cohorts_pkey primary key (streamer_id, first_month, month),
  constraint cohorts_month_check check (month >= first_month and extract(day from month) = 1 and extract(day from first_month) = 1),
  constraint cohorts_viewers_check check (viewers >= 0)
);

-- Whether somebody came between two days is one look into this index.
drop index private.held_places_viewer_idx;
create index held_places_viewer_idx on private.held_places (streamer_id, viewer_id, day);
drop index private.held_places_ends_idx;
create index statistics_answers_day_idx on private.statistics_answers (streamer_id, day) include (offer_id, seconds);

insert into private.statistics_months (streamer_id, month, sessions, booked_minutes, net_cents, ratings, rating_sum)
select streamer_id, date_trunc('month', day::timestamp)::date, sum(sessions), sum(booked_minutes), sum(net_cents), sum(ratings), sum(rating_sum)
from private.statistics_days group by 1, 2;
insert into private.open_months (streamer_id, month, open_minutes)
select streamer_id, date_trunc('month', day::timestamp)::date, sum(open_minutes) from private.open_days group by 1, 2;
insert into private.demand_months (streamer_id, month, kind, detail, cell, asked, people)
select streamer_id, date_trunc('month', day::timestamp)::date, kind, detail, cell, sum(people), max(people)
from private.demand_days group by 1, 2, 3, 4, 5;
insert into private.known_viewers (streamer_id, viewer_id, first_day, second_day, last_day)
select streamer_id, viewer_id, min(day), min(day) filter (where number = 2), max(day) from private.held_places group by 1, 2;
insert into private.cohorts (streamer_id, first_month, month, viewers)
select streamer_id, date_trunc('month', first_day::timestamp)::date, date_trunc('month', day::timestamp)::date, count(distinct viewer_id)
from private.held_places group by 1, 2, 3;
