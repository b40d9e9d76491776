/**
 * Everything that a question needs of a streamer, in one row: one round trip and one snapshot. Instants as epoch milliseconds and
 * sessions as arrays, because a month of them is parsed for each answer.
 * $1 streamer, $2 and $3 the stretch to read, $4 now, $5 a booking to leave out or null: it keeps
 * its own buffers wherever it goes.
 */
const READ = `
select s.id, s.zone, s.buffer_before_minutes, s.buffer_after_minutes, s.notice_minutes, s.horizon_days, s.step_minutes,
  s.max_per_day, s.max_per_week, s.closed_on_holidays,
  (select coalesce(json_agg(json_build_array(w.weekday, w.from_minute, w.to_minute) order by w.weekday, w.from_minute), '[]')
   from public.weekly_hours w where w.streamer_id = s.id) as weekly,
  (select coalesce(json_agg(json_build_object('date', e.date, 'ranges', e.ranges) order by e.date), '[]')
   from public.date_exceptions e
   where e.streamer_id = s.id and e.date between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date
  ) as exceptions,
  (select coalesce(json_agg(json_build_array(
     floor(extract(epoch from t.starts_at) * 1000)::bigint, ceil(extract(epoch from t.ends_at) * 1000)::bigint) order by t.starts_at), '[]')
   from public.busy_times t where t.streamer_id = s.id and t.ends_at > $2 and t.starts_at < $3) as busy,
  (select coalesce(json_agg(json_build_array(b.start, b.end, b.offer_id, b.buffer_before, b.buffer_after, b.seats_taken)
     order by b.start), '[]')
   from (
     select (extract(epoch from min(b.start_at)) * 1000)::bigint as start, (extract(epoch from max(b.end_at)) * 1000)::bigint as end,
       (array_agg(b.offer_id))[1] as offer_id, max(b.buffer_before_minutes) as buffer_before,
       max(b.buffer_after_minutes) as buffer_after, count(*)::int as seats_taken
     from public.bookings b
     where b.streamer_id = s.id and b.status in ('held', 'requested', 'confirmed', 'in_progress')
       and tstzrange(b.blocks_from, b.blocks_until) && tstzrange($2, $3)
       and (b.due_event is distinct from 'expire' or b.due_at > $4)
       and b.id is distinct from $5::uuid
     group by b.session_id
   ) b) as occupied,
  (select json_build_array(b.buffer_before_minutes, b.buffer_after_minutes) from public.bookings b where b.id = $5::uuid) as frozen_buffers
from public.streamers s`;

export const READ_QUESTION = `${READ} where s.id = $1`;
/** $1 streamers, a row for each of those there are. */
export const READ_QUESTIONS = `${READ} where s.id = any ($1::uuid[])`;
