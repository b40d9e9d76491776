import { serve } from '#product/command/serve.ts';
import { getFeed as contract } from '../contract.ts';

/** Whether one's bookings have a private address. */
export const getFeed = serve({
  contract,
  async run({ db, person }) {
    const { rows } = await db.query('select created_at from private.calendar_feeds where person_id = $1', [
      person.id,
    ]);
    return { createdAt: rows[0]?.created_at.toISOString() ?? null };
  },
});
