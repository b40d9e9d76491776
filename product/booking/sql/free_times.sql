comment on table private.free_times is
  'When an active offer is next free, as the availability check said at computed_at. Derived: discovery/refresh-free-times writes it again.';
comment on column private.free_times.offer_id is 'The offer.';
comment on column private.free_times.streamer_id is 'Its streamer.';
comment on column private.free_times.price_cents is 'Of the offer, so that a search reads this narrow table alone.';
comment on column private.free_times.duration_minutes is 'Of the offer.';
comment on column private.free_times.notice_minutes is 'Starts sooner than this from now on do not count.';
comment on column private.free_times.starts is 'A ring of eleven days, one bit for each 15 minutes: bit (minutes since 1970 / 15) mod 1056 (product/discovery/rules/free-ring.ts).';
comment on column private.free_times.next_start is 'The first free start, beyond the ring too; null when there is none within the horizon.';
comment on column private.free_times.computed_at is 'When it was computed.';
comment on column private.free_times.fresh_until is 'When it is computed again even if nothing changes.';

comment on table private.free_time_marks is
  'Something changed that may change when a streamer is free; free_times is computed again. Rows are added and removed, never updated, so bookings of one streamer do not wait for each other.';
comment on column private.free_time_marks.id is 'Rises with each mark.';
comment on column private.free_time_marks.streamer_id is 'The streamer. No foreign key, so that adding a mark locks no other row.';
comment on column private.free_time_marks.marked_at is 'When it changed.';

-- The private channel that tells open pages that a streamer's free starts have changed: for anybody
-- who may see the streamer. Only Loge sends there.
drop policy if exists starts_listen on realtime.messages;
create policy starts_listen on realtime.messages for select to anon, authenticated
using (extension = 'broadcast' and exists (
  select from public.streamers s where 'starts:' || s.id::text = (select realtime.topic())
));

-- Marks the streamers whose free times may have changed, once for each statement: an imported
-- calendar of 500 events makes one mark. The trigger's arguments are the columns that name a
-- streamer: of a booking who gives it, and who takes it, if they are one.
create or replace function private.mark_free_times() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  foreach owner in array tg_argv loop
    execute format(
      'insert into private.free_time_marks (streamer_id) select distinct c.%1$I from changed c where c.%1$I in (select id from public.streamers)', owner);
    -- No table tells of its deletions, whose keys strangers would read: open pages are told that
    -- the free starts have changed.
    if tg_op = 'DELETE' then
      execute format(
        'select realtime.send(''{}'', ''starts'', ''starts:'' || d.id) from (select distinct c.%1$I as id from changed c
          where c.%1$I in (select id from public.streamers)) d', owner);
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function private.mark_free_times() from public;

comment on function private.mark_free_times() is 'Marks the streamers whose free times may have changed, once for each statement. Its arguments are the columns that name a streamer.';
