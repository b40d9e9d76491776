-- Drops the partitions of realtime.messages of more than three days ago. Days are UTC's. It is a
-- transaction of its own, apart from `realtime.keep_messages`: dropping locks the parent, making
-- locks the default partition, and anybody who writes may hold the one and wait for the other.
create or replace function realtime.forget_messages() returns void
language plpgsql set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  today date := clock_timestamp()::date;
  partition text;
begin
  perform pg_advisory_xact_lock(7506513002);
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') < today - 3
  loop
    begin
      execute format('drop table realtime.%I', partition);
    exception
      when lock_not_available or deadlock_detected then raise warning 'realtime: % is dropped later', partition;
    end;
  end loop;
  delete from realtime.default_messages where inserted_at < today - 3;
end
$$;
revoke execute on function realtime.forget_messages() from public;

comment on function realtime.forget_messages() is 'Forgets the kept messages of more than three days ago.';
