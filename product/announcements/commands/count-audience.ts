import { defineCommand } from '#platform/functions/command.ts';
import { team } from '#product/command/access.ts';
import { countAudience as contract } from '../contract.ts';

/** How many people an announcement would reach if it were sent now. */
export const countAudience = defineCommand({
  contract,
  access: team('support'),
  async run({ db, input: { segment, category }, now }) {
    const { rows } = await db.query(
      `select count(*)::integer as people, (count(*) filter (where agrees))::integer as mailed
       from private.announcement_audience($1, $2, $3, null, null)`,
      [segment, category, now],
    );
    return { people: rows[0]?.people ?? 0, byMail: rows[0]?.mailed ?? 0 };
  },
});
