-- Who came in a stretch of months is found among the days that open somebody's month: some two fifths of all days, read without the table.
create index active_days_months_idx on private.active_days (side, day) include (first_day, previous_day, next_day) where opens_month;
