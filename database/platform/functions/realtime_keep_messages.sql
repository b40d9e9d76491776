-- Makes the partitions of realtime.messages for today and the next three days, and drops those of more than three days ago. Days are UTC's.
-- The server calls it when it starts and every hour; several at once take turns. A lock that a long transaction holds is not waited for:
-- the default partition takes what comes until the next time.
create or replace function realtime.keep_messages() returns void
language plpgsql set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  today date := clock_timestamp()::date;
  day date;
  partition text;
begin
  perform pg_advisory_xact_lock(7506513002);
  -- Dropping comes first: it locks the parent, and whoever holds the parent may be waiting for the default partition.
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - 3
  loop
    begin
      execute format('drop table realtime.%I', partition);
    exception
      when lock_not_available then raise warning 'realtime: % is dropped later', partition;
    end;
  end loop;
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
      when lock_not_available then raise warning 'realtime: the partition of % is made later', day;
    end;
  end loop;
  delete from realtime.default_messages where inserted_at < today - 3;
end
$$;
revoke execute on function realtime.keep_messages() from public;

comment on function realtime.keep_messages() is 'Makes the next days’ partitions of the kept messages, and forgets those of more than three days ago.';
