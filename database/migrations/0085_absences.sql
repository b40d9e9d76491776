-- A streamer who is absent for some days, or travels; the dates between which they are booked, and the most sessions of a month.
alter table public.streamers
  add column window_kind text not null default 'days',
  add column window_first date,
  add column window_last date,
  add column max_per_month smallint,
  add constraint streamers_window_check check (
    window_kind in ('days', 'open_days') and window_first is null and window_last is null
    or window_kind = 'dates' and window_first is not null and window_last is not null
      and window_last - window_first between 0 and 365),
  add constraint streamers_max_per_month_check check (max_per_month between 1 and 500);

create table public.absences (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  -- Both days are closed, and those between, on the streamer's wall.
  first_date date not null,
  last_date date not null,
  reason text not null default '',
  created_at timestamptz not null default now(),
  constraint absences_order_check check (last_date - first_date between 0 and 365),
  constraint absences_reason_check check (char_length(reason) <= 120),
  constraint absences_apart exclude using gist (
    streamer_id with =, daterange(first_date, last_date, '[]') with &&)
);
create index absences_streamer_id_idx on public.absences (streamer_id, last_date);

-- While they travel, a streamer's hours are those of another zone.
create table public.travels (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  zone text not null,
  first_date date not null,
  last_date date not null,
  constraint travels_zone_check check (char_length(zone) between 1 and 64),
  constraint travels_order_check check (last_date - first_date between 0 and 365),
  -- Put to the test when all are there: a streamer's travels are replaced together.
  constraint travels_apart exclude using gist (
    streamer_id with =, daterange(first_date, last_date, '[]') with &&)
);
create index travels_streamer_id_idx on public.travels (streamer_id, last_date);
