import { defineCommand } from '#platform/functions/command.ts';
import { streamer as access } from '#product/command/access.ts';
import { plannedDate } from '../check-hours.ts';
import { removeException as contract } from '../contract.ts';

/** The date follows its weekday again; nothing to do when it already does. */
export const removeException = defineCommand({
  contract,
  access,
  async run({ db, person, input: { date } }) {
    plannedDate(date);
    await db.query('delete from public.date_exceptions where streamer_id = $1 and date = $2', [
      person.id,
      date,
    ]);
    return { date };
  },
});
