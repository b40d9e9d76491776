-- When a calendar was last read whole, and in which zone of its streamer: days begin elsewhere after a move, and the busy times reach only
-- so far ahead. Until it is read anew, 'unchanged' is not good enough an answer.
alter table public.calendars add column read_at timestamptz;
alter table public.calendars add column read_zone text;
