import { serve } from '#product/command/serve.ts';
import { removeFeed as contract } from '../contract.ts';

/** Ends the private address. */
export const removeFeed = serve({
  contract,
  async run({ db, person }) {
    await db.query('delete from private.calendar_feeds where person_id = $1', [person.id]);
    return {};
  },
});
