comment on table private.open_days is 'How long a streamer was open on a day, kept as it was once the day is over.';
comment on column private.open_days.streamer_id is 'Who was open.';
comment on column private.open_days.day is 'The day, on the streamer''s wall.';
comment on column private.open_days.open_minutes is 'Minutes of open hours on that day, booked or not.';

comment on table private.open_months is 'The days of open_days by month: kept by a trigger on them.';
comment on column private.open_months.streamer_id is 'Who was open.';
comment on column private.open_months.month is 'The first of the month.';
comment on column private.open_months.open_minutes is 'Minutes of open hours, booked or not.';

-- The sums of a month follow those of its days, however they are written: the months of the rows
-- that changed are added up again. One transaction at a time does so for a table, so that none
-- misses a day that another is about to commit.
create or replace function private.keep_open_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7506513095);
  insert into private.open_months as m (streamer_id, month, open_minutes)
  select d.streamer_id, c.month, sum(d.open_minutes)
  from (select distinct streamer_id, date_trunc('month', day::timestamp)::date as month from changed) c
  join private.open_days d on d.streamer_id = c.streamer_id and d.day >= c.month and d.day < c.month + interval '1 month'
  group by d.streamer_id, c.month
  on conflict (streamer_id, month) do update set open_minutes = excluded.open_minutes;
  return null;
end
$$;
revoke execute on function private.keep_open_months() from public;
comment on function private.keep_open_months() is 'Adds up the months of the days that were written.';

create or replace trigger keep_months_insert after insert on private.open_days
  referencing new table as changed for each statement execute function private.keep_open_months();
comment on trigger keep_months_insert on private.open_days is 'The sums of a month follow those of its days.';
create or replace trigger keep_months_update after update on private.open_days
  referencing new table as changed for each statement execute function private.keep_open_months();
comment on trigger keep_months_update on private.open_days is 'The sums of a month follow those of its days.';

create or replace trigger mark_platform_insert after insert on private.open_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
comment on trigger mark_platform_insert on private.open_days is 'The day''s open and booked minutes are added up again over the platform.';
create or replace trigger mark_platform_update after update on private.open_days
  referencing new table as changed for each statement execute function private.mark_platform_of_hours();
comment on trigger mark_platform_update on private.open_days is 'The day''s open and booked minutes are added up again over the platform.';
create or replace trigger mark_platform_delete after delete on private.open_days
  referencing old table as changed for each statement execute function private.mark_platform_of_hours();
comment on trigger mark_platform_delete on private.open_days is 'The day''s open and booked minutes are added up again over the platform.';
