import { removeFeed as contract } from '#contracts/calendars.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';

/** Ends the private address. */
export const removeFeed = defineCommand({
  contract,
  access,
  async run({ db, person }) {
    await db.query('delete from private.calendar_feeds where person_id = $1', [person.id]);
    return {};
  },
});
