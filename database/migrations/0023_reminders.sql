-- Whom to remind: the confirmed bookings of the next day.
create index bookings_confirmed_start_idx on public.bookings (start_at) where status = 'confirmed';
