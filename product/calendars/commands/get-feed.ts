import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import { getFeed as contract } from '../contract.ts';

/** Whether one's bookings have a private address. */
export const getFeed = defineCommand({
  contract,
  access,
  async run({ db, person }) {
    const { rows } = await db.query('select created_at from private.calendar_feeds where person_id = $1', [
      person.id,
    ]);
    return { createdAt: rows[0]?.created_at.toISOString() ?? null };
  },
});
