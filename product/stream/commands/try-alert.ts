import { serve } from '#product/command/serve.ts';
import { tryAlert as contract } from '../contract.ts';
import { streamTopic, TRIED } from '../overlay-address.ts';

/** Shows an alert on one's open overlays. */
export const tryAlert = serve({
  contract,
  async run({ db, person }) {
    await db.query(`select realtime.send('{}', $1, $2)`, [TRIED, streamTopic(person.id)]);
    return {};
  },
});
