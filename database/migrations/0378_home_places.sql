-- Featured streamers come in an order that the team chooses, each for its days.
alter table public.streamers add column featured_position smallint, add column featured_from date, add column featured_until date,
  add constraint streamers_featured_days_check check (featured_from <= featured_until);
create index streamers_featured_idx on public.streamers (featured_position) where featured_at is not null;
