import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { checkDateSpan } from '../check-hours.ts';
import { setAbsence as contract } from '../contract.ts';
import { endOfStreamersDay, startOfStreamersDay, type Wall } from '../rules/hours.ts';

/**
 * Records that a streamer is absent for some days, in one act. Bookings on those days stay, and are
 * counted.
 */
export const setAbsence = serve({
  contract,
  async run({ db, person, input, now }) {
    checkDateSpan(input);
    // Absences are written one at a time, so that the second of two overlapping ones gets a clear
    // error; the constraint would refuse it anyway.
    const hours = await holdStreamer(db, person.id);
    const { rows: overlapping } = await db.query(
      `select 1 from public.absences where streamer_id = $1 and id is distinct from $2::uuid
         and daterange(first_date, last_date, '[]') && daterange($3::date, $4::date, '[]') limit 1`,
      [person.id, input.id, input.first, input.last],
    );
    if (overlapping.length > 0) throw new AppError('absence_overlaps');
    const { rows } =
      input.id === null
        ? await db.query(
            'insert into public.absences (streamer_id, first_date, last_date, reason) values ($1, $2, $3, $4) returning id',
            [person.id, input.first, input.last, input.reason],
          )
        : await db.query(
            'update public.absences set first_date = $3, last_date = $4, reason = $5 where id = $1 and streamer_id = $2 returning id',
            [input.id, person.id, input.first, input.last, input.reason],
          );
    const [absence] = rows;
    if (!absence) throw new AppError('absence_not_found');
    const from = Math.max(startOfStreamersDay(hours, epochDayOf(input.first)), now.getTime());
    const { rows: booked } = await db.query(
      `select count(distinct session_id)::int as sessions from public.bookings
       where streamer_id = $1 and start_at >= $2 and start_at < $3 and status in ('held', 'requested', 'confirmed', 'in_progress')
         and (due_event is distinct from 'expire' or due_at > $4)`,
      [person.id, new Date(from), new Date(endOfStreamersDay(hours, epochDayOf(input.last))), now],
    );
    return { id: absence.id, booked: booked[0]?.sessions ?? 0 };
  },
});

/** @throws AppError streamer_not_found */
async function holdStreamer(db: pg.ClientBase, streamerId: string): Promise<Wall> {
  const { rows } = await db.query('select zone from public.streamers where id = $1 for update', [streamerId]);
  const [row] = rows;
  if (!row) throw new AppError('streamer_not_found');
  const { rows: travels } = await db.query(
    'select zone, first_date::text as first, last_date::text as last from public.travels where streamer_id = $1',
    [streamerId],
  );
  return {
    zone: row.zone,
    travels: travels.map((travel) => ({
      ...travel,
      first: parseLocalDate(travel.first),
      last: parseLocalDate(travel.last),
    })),
  };
}
