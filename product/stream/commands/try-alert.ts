import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { tryAlert as contract } from '../contract.ts';
import { streamTopic, TRIED } from '../overlay-address.ts';

/** Each goes to every process of the server. Seconds. */
const TRIES = { allowed: 30, within: 600 };

/** Shows an alert on one's open overlays. */
export const tryAlert = serve({
  contract,
  async run({ db, person, now }) {
    await spend(db, { key: `try-alert:${person.id}`, ...TRIES }, now);
    await db.query(`select realtime.send('{}', $1, $2)`, [TRIED, streamTopic(person.id)]);
    return {};
  },
});
