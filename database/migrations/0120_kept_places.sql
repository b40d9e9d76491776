-- What could not be added up until now, kept by statistics/add-up like the sums of 0094 (docs/decisions/0146): places held with the viewer's
-- days before and after, from which different people are counted without telling them apart anew; places by the day of their hold; sessions
-- by the hour of their day.
alter table private.statistics_marks add column kind text not null default 'session',
  add constraint statistics_marks_kind_check check (kind in ('session', 'hold'));
drop index private.statistics_marks_streamer_id_idx;
create index statistics_marks_streamer_id_idx on private.statistics_marks (streamer_id, day, kind);

alter table private.statistics_days add column due integer not null default 0;

create table private.statistics_hours (
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  -- From 24 on: the part of a session that lies after its midnight.
  hour smallint not null,
  sessions integer not null,
  constraint statistics_hours_pkey primary key (streamer_id, day, hour) include (sessions),
  constraint statistics_hours_hour_check check (hour between 0 and 47)
);

create table private.hold_days (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  offer_id uuid,
  source text,
  holds integer not null,
  paid integer not null,
  attended integer not null,
  upcoming integer not null,
  constraint hold_days_source_check check (source in ('direct', 'search', 'shared', 'twitch', 'other')),
  constraint hold_days_key unique nulls not distinct (streamer_id, day, offer_id, source)
);

create table private.held_places (
  booking_id uuid primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  viewer_id uuid not null,
  offer_id uuid,
  day date not null,
  start_at timestamptz not null,
  number integer not null,
  first_day date not null,
  previous_day date,
  next_day date,
  previous_of_offer_day date,
  next_of_offer_day date
);
create index held_places_viewer_idx on private.held_places (streamer_id, viewer_id);
create index held_places_day_idx on private.held_places (streamer_id, day)
  include (offer_id, first_day, previous_day, next_day, previous_of_offer_day, next_of_offer_day);
-- A viewer's first, second and last: what loyalty is read from.
create index held_places_ends_idx on private.held_places (streamer_id) include (number, day, previous_day, next_day)
  where number <= 2 or next_day is null;

-- Few places have a viewer who did not come; how many different people they were is read from them.
create index bookings_no_show_idx on public.bookings (streamer_id, start_at) include (viewer_id, streamer_zone)
  where status = 'viewer_no_show';
-- People of a period are read from the kept places.
drop index public.bookings_completed_start_idx;

insert into private.statistics_marks (streamer_id, day)
select distinct streamer_id, (start_at at time zone streamer_zone)::date from public.bookings where streamer_id is not null;
insert into private.statistics_marks (streamer_id, day, kind)
select distinct streamer_id, (held_at at time zone 'Europe/Paris')::date, 'hold' from public.bookings where streamer_id is not null;
