-- The sums of a month follow those of its days, however they are written: the months of the rows that changed are added up again. One transaction at a
-- time does so for a table, so that none misses a day that another is about to commit.
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

create or replace function private.keep_demand_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7506513096);
  delete from private.demand_months m using (select distinct streamer_id, date_trunc('month', day::timestamp)::date as month from changed) c
  where m.streamer_id = c.streamer_id and m.month = c.month;
  insert into private.demand_months (streamer_id, month, kind, detail, cell, asked, people)
  select d.streamer_id, c.month, d.kind, d.detail, d.cell, sum(d.people), max(d.people)
  from (select distinct streamer_id, date_trunc('month', day::timestamp)::date as month from changed) c
  join private.demand_days d on d.streamer_id = c.streamer_id and d.day >= c.month and d.day < c.month + interval '1 month'
  group by d.streamer_id, c.month, d.kind, d.detail, d.cell;
  return null;
end
$$;
revoke execute on function private.keep_demand_months() from public;
comment on function private.keep_demand_months() is 'Adds up the months of the days that were written or forgotten.';

create or replace trigger keep_months_insert after insert on private.open_days
  referencing new table as changed for each statement execute function private.keep_open_months();
create or replace trigger keep_months_update after update on private.open_days
  referencing new table as changed for each statement execute function private.keep_open_months();
create or replace trigger keep_months_insert after insert on private.demand_days
  referencing new table as changed for each statement execute function private.keep_demand_months();
create or replace trigger keep_months_update after update on private.demand_days
  referencing new table as changed for each statement execute function private.keep_demand_months();
create or replace trigger keep_months_delete after delete on private.demand_days
  referencing old table as changed for each statement execute function private.keep_demand_months();
