-- What became of the places of each offer is counted once, by the day on which they were taken: the funnel and the table of offers read the
-- same sums, so cancelled ones stand there too. A streamer's net counts what is earned, so days with sessions to come are added up again.
alter table private.hold_days add column cancelled integer not null default 0;
comment on column private.hold_days.cancelled is 'Places that were agreed and cancelled since.';
insert into private.statistics_marks (streamer_id, day, kind)
select distinct streamer_id, (held_at at time zone 'Europe/Paris')::date, 'hold' from public.bookings where confirmed_at is not null and status like 'cancelled%'
  and streamer_id in (select id from public.streamers)
union
select distinct streamer_id, (start_at at time zone streamer_zone)::date, 'session' from public.bookings where status in ('held', 'requested', 'confirmed')
  and streamer_id in (select id from public.streamers);
