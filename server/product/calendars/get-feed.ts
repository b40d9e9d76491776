import { getFeed as contract } from '#contracts/calendars.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';

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
