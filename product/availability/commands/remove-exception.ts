import { serve } from '#product/command/serve.ts';
import { plannedDate } from '../check-hours.ts';
import { removeException as contract } from '../contract.ts';

/** The date follows its weekday again; nothing to do when it already does. */
export const removeException = serve({
  contract,
  async run({ db, person, input: { date } }) {
    plannedDate(date);
    await db.query('delete from public.date_exceptions where streamer_id = $1 and date = $2', [
      person.id,
      date,
    ]);
    return { date };
  },
});
