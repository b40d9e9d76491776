-- What a streamer's statistics are read from: sums of a day, kept by a task. What changes a day leaves a mark in its own transaction, so
-- that writers never wait for each other over a sum (docs/decisions/0131).
create table private.statistics_marks (
  id bigint generated always as identity primary key,
  streamer_id uuid not null,
  day date not null
);
create index statistics_marks_streamer_id_idx on private.statistics_marks (streamer_id, day);

create table private.statistics_days (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  offer_id uuid,
  holds integer not null,
  paid integer not null,
  sessions integer not null,
  cancelled integer not null,
  viewer_no_shows integer not null,
  streamer_no_shows integer not null,
  booked_minutes integer not null,
  net_cents bigint not null,
  ratings integer not null,
  rating_sum integer not null,
  constraint statistics_days_key unique nulls not distinct (streamer_id, day, offer_id)
);
create index statistics_days_day_idx on private.statistics_days (day);

create table private.statistics_answers (
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  booking_id uuid not null,
  offer_id uuid,
  seconds integer not null,
  constraint statistics_answers_pkey primary key (streamer_id, day, booking_id)
);

create table private.open_days (
  streamer_id uuid not null references public.streamers on delete cascade,
  day date not null,
  open_minutes integer not null,
  constraint open_days_pkey primary key (streamer_id, day),
  constraint open_days_minutes_check check (open_minutes between 0 and 1560)
);

-- Who came, and when: read by the viewer, without the bookings themselves.
create index bookings_completed_idx on public.bookings (streamer_id, viewer_id, start_at) include (offer_id, streamer_zone)
  where status = 'completed';

insert into private.statistics_marks (streamer_id, day)
select distinct streamer_id, (start_at at time zone streamer_zone)::date from public.bookings where streamer_id is not null;
