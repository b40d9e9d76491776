comment on table private.demand_days is 'Different people of a day who looked for what a streamer does not have. Kept for 25 months.';
comment on column private.demand_days.id is 'Rises with each row.';
comment on column private.demand_days.streamer_id is 'As in private.demands.';
comment on column private.demand_days.day is 'A day in Paris.';
comment on column private.demand_days.kind is 'As in private.demands.';
comment on column private.demand_days.detail is 'As in private.demands; of hours empty, since one person is counted once an hour.';
comment on column private.demand_days.cell is 'Of hours: which of the week, as in private.demands; else null.';
comment on column private.demand_days.people is 'Different people within the day. Across days the same person has another hash.';

revoke all on private.demand_days from public, anon, authenticated, service_role;

comment on table private.demand_months is 'The days of demand_days by month: kept by a trigger on them, and forgotten with them.';
comment on column private.demand_months.id is 'Rises with each row.';
comment on column private.demand_months.streamer_id is 'As in private.demands.';
comment on column private.demand_months.month is 'The first of the month.';
comment on column private.demand_months.kind is 'As in private.demands.';
comment on column private.demand_months.detail is 'As in private.demand_days.';
comment on column private.demand_months.cell is 'As in private.demand_days.';
comment on column private.demand_months.asked is 'People of each day, added up.';
comment on column private.demand_months.people is 'Different people within the fullest day.';

revoke all on private.demand_months from public, anon, authenticated, service_role;

comment on table private.demands is
  'Who looked today for what a streamer does not have. Added up into demand_days and deleted, in one transaction, once the day is over.';
comment on column private.demands.id is 'Rises with each row.';
comment on column private.demands.day is 'A day in Paris, that of the salt.';
comment on column private.demands.visitor is 'As in private.visits.';
comment on column private.demands.streamer_id is 'Who was looked at, or would have been found without one filter of a search.';
comment on column private.demands.kind is 'hours, nothing_free (a calendar without a free start), or the filter that left the streamer out: price, language, duration.';
comment on column private.demands.detail is 'hours: search or full_day; nothing_free: the reason; price: the highest, in cents; language: its code; duration: minutes.';
comment on column private.demands.cells is 'Of hours: which of the week, (weekday - 1) * 24 + hour on the streamer''s wall.';

revoke all on private.demands from public, anon, authenticated, service_role;

comment on table private.unfound_days is 'What was typed and found nobody on a day, by at least two people: what one person alone typed may be about them. Kept for 25 months.';
comment on column private.unfound_days.day is 'A day in Paris.';
comment on column private.unfound_days.words is 'What was typed, without case and accents.';
comment on column private.unfound_days.people is 'So many people.';

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
create or replace trigger keep_months_insert after insert on private.demand_days
  referencing new table as changed for each statement execute function private.keep_demand_months();
comment on trigger keep_months_insert on private.demand_days is 'The sums of a month follow those of its days.';
create or replace trigger keep_months_update after update on private.demand_days
  referencing new table as changed for each statement execute function private.keep_demand_months();
comment on trigger keep_months_update on private.demand_days is 'The sums of a month follow those of its days.';
create or replace trigger keep_months_delete after delete on private.demand_days
  referencing old table as changed for each statement execute function private.keep_demand_months();
comment on trigger keep_months_delete on private.demand_days is 'The sums of a month follow those of its days.';
