import { serve } from '#product/command/serve.ts';
import { setGoal as contract } from '../contract.ts';
import { CHANGED, streamTopic } from '../overlay-address.ts';

/** Sets how many places one wants taken in an evening. */
export const setGoal = serve({
  contract,
  async run({ db, person, input: { places } }) {
    await db.query(
      `insert into private.stream_kits (streamer_id, goal_places) values ($1, $2)
       on conflict (streamer_id) do update set goal_places = excluded.goal_places`,
      [person.id, places],
    );
    await db.query(`select realtime.send('{}', $1, $2)`, [CHANGED, streamTopic(person.id)]);
    return { places };
  },
});
