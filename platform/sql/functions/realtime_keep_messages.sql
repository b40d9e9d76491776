-- Makes the partitions of realtime.messages for today and the next three days. Days are UTC's. The
-- server calls it when it starts and every hour; several at once take turns. A lock that a long
-- transaction holds is not waited for: the default partition takes what comes until the next time.
create or replace function realtime.keep_messages() returns void
language plpgsql set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  today date := clock_timestamp()::date;
  day date;
  partition text;
begin
  perform pg_advisory_xact_lock(7506513002);
  for day in select today + n from generate_series(0, 3) as n loop
    partition := to_char(day, '"messages_"YYYY_MM_DD');
    continue when to_regclass('realtime.' || partition) is not null;
    begin
      execute format('create table realtime.%I (like realtime.messages including defaults including constraints)', partition);
      execute format('alter table realtime.%I enable row level security', partition);
      -- A partition cannot be attached while the default one has rows that belong to it.
      execute format('with moved as (delete from realtime.default_messages where inserted_at >= %L and inserted_at < %L returning *)
        insert into realtime.%I select * from moved', day, day + 1, partition);
      execute format('alter table realtime.messages attach partition realtime.%I for values from (%L) to (%L)',
        partition, day, day + 1);
      execute format('comment on table realtime.%I is %L', partition, 'The messages of one day.');
    exception
      when lock_not_available or deadlock_detected then raise warning 'realtime: the partition of % is made later', day;
    end;
  end loop;
end
$$;
revoke execute on function realtime.keep_messages() from public;

comment on function realtime.keep_messages() is 'Makes the next days’ partitions of the kept messages.';
