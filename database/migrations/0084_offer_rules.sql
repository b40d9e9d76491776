-- What an offer says for itself of when it may begin. Null: as its streamer says; the step: as long as a session.
alter table public.offers
  add column step_minutes smallint,
  add column buffer_before_minutes smallint,
  add column buffer_after_minutes smallint,
  add column notice_minutes integer,
  -- [{"weekday": 1, "from": 600, "to": 720}], as in weekly_hours. Null: the streamer's week.
  add column own_hours jsonb,
  add constraint offers_step_check check (step_minutes in (5, 10, 15, 20, 30, 45, 60)),
  add constraint offers_buffers_check
    check (buffer_before_minutes between 0 and 120 and buffer_after_minutes between 0 and 120),
  add constraint offers_notice_check check (notice_minutes between 0 and 43200),
  -- Written through rest, so the shape is looked at here. Nothing but whole minutes: those of weekly_hours are whole by their type.
  add constraint offers_own_hours_check check (
    jsonb_typeof(own_hours) = 'array' and jsonb_array_length(own_hours) between 1 and 100
    and pg_column_size(own_hours) <= 16000
    and jsonb_array_length(own_hours) = jsonb_array_length(jsonb_path_query_array(own_hours,
      'strict $[*] ? (@.weekday >= 1 && @.weekday <= 7 && @.weekday % 1 == 0
        && @.from >= 0 && @.from <= 1439 && @.from % 1 == 0
        && @.to > @.from && @.to <= @.from + 1440 && @.to % 1 == 0)')));

-- How far apart starts lie is the offer's to say from now on. Offers that are there begin as far apart as they last.
alter table public.streamers drop column step_minutes;
