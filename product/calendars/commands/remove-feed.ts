import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import { removeFeed as contract } from '../contract.ts';

/** Ends the private address. */
export const removeFeed = defineCommand({
  contract,
  access,
  async run({ db, person }) {
    await db.query('delete from private.calendar_feeds where person_id = $1', [person.id]);
    return {};
  },
});
