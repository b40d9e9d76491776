-- Computes what follows from a booking's start: its end, and the stretch that it takes from the streamer. These are columns and not
-- expressions, because an exclusion constraint needs immutable expressions, and Postgres does not consider adding minutes to an instant
-- immutable.
create or replace function private.place_booking() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.end_at := new.start_at + new.duration_minutes * interval '1 minute';
  new.blocks_from := new.start_at - new.buffer_before_minutes * interval '1 minute';
  new.blocks_until := new.end_at + new.buffer_after_minutes * interval '1 minute';
  return new;
end
$$;
revoke execute on function private.place_booking() from public;

create or replace trigger place_booking
before insert or update of start_at, end_at, blocks_from, blocks_until, duration_minutes, buffer_before_minutes, buffer_after_minutes
on public.bookings for each row execute function private.place_booking();

comment on function private.place_booking() is 'Computes a booking''s end and the stretch that it takes from the streamer.';
