import { serve } from '#product/command/serve.ts';
import { countAudience as contract } from '../contract.ts';

/** How many people an announcement would reach if it were sent now. */
export const countAudience = serve({
  contract,
  async run({ db, input: { segment, category }, now }) {
    const { rows } = await db.query(
      `select count(*)::integer as people, (count(*) filter (where agrees))::integer as mailed
       from private.announcement_audience($1, $2, $3, null, null)`,
      [segment, category, now],
    );
    return { people: rows[0]?.people ?? 0, byMail: rows[0]?.mailed ?? 0 };
  },
});
