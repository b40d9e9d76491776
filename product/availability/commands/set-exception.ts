import { serve } from '#product/command/serve.ts';
import { checkRangesOfDate, plannedDate } from '../check-hours.ts';
import { setException as contract } from '../contract.ts';

/** Sets the hours of one date, which replace those of its weekday. Bookings on that date stay. */
export const setException = serve({
  contract,
  async run({ db, person, input: { date, ranges, note } }) {
    plannedDate(date);
    checkRangesOfDate(ranges);
    const inOrder = [...ranges].sort((a, b) => a.from - b.from);
    await db.query(
      `insert into public.date_exceptions (streamer_id, date, ranges, note) values ($1, $2, $3, $4)
       on conflict (streamer_id, date) do update set ranges = excluded.ranges, note = excluded.note`,
      [person.id, date, JSON.stringify(inOrder), note],
    );
    return { date };
  },
});
