-- Marks the streamers whose free times may have changed, once for each statement: an imported calendar of 500 events makes one mark. The
-- trigger's arguments are the columns that name a streamer: of a booking who gives it, and who takes it, if they are one.
create or replace function private.mark_free_times() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  foreach owner in array tg_argv loop
    execute format(
      'insert into private.free_time_marks (streamer_id) select distinct c.%1$I from changed c where c.%1$I in (select id from public.streamers)', owner);
  end loop;
  return null;
end
$$;
revoke execute on function private.mark_free_times() from public;

do $$
declare
  relation text;
  owner text;
begin
  foreach relation in array array['absences', 'bookings', 'busy_times', 'date_exceptions', 'offers', 'streamers', 'travels', 'weekly_hours'] loop
    owner := case relation when 'streamers' then quote_literal('id') when 'bookings' then $a$'streamer_id', 'viewer_id'$a$
      else quote_literal('streamer_id') end;
    execute format('create or replace trigger mark_free_times_insert after insert on public.%I
      referencing new table as changed for each statement execute function private.mark_free_times(%s)', relation, owner);
    execute format('create or replace trigger mark_free_times_update after update on public.%I
      referencing new table as changed for each statement execute function private.mark_free_times(%s)', relation, owner);
    execute format('create or replace trigger mark_free_times_delete after delete on public.%I
      referencing old table as changed for each statement execute function private.mark_free_times(%s)', relation, owner);
  end loop;
end
$$;

comment on function private.mark_free_times() is 'Marks the streamers whose free times may have changed, once for each statement. Its arguments are the columns that name a streamer.';
