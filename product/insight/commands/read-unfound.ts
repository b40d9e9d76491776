import { serve } from '#product/command/serve.ts';
import { readUnfound as contract } from '../analytics-contract.ts';

const MOST_WORDS = 500;

/** Returns the searches that found nothing, those that the most people typed first. */
export const readUnfound = serve({
  contract,
  async run({ db, input: { days } }) {
    const { rows: words } = await db.query(
      `select words, sum(people)::int as "people", max(day)::text as "last" from private.unfound_days
       where day between $1::date and $2::date group by words order by 2 desc, 3 desc, 1 limit $3`,
      [days.first, days.last, MOST_WORDS],
    );
    const { rows } = await db.query(
      `select coalesce(sum(people), 0)::int as "searchers", coalesce(sum(unfound), 0)::int as "unfound" from private.search_days
       where category is null and day between $1::date and $2::date`,
      [days.first, days.last],
    );
    return {
      words: words.map((row) => ({ words: row.words, people: row.people ?? 0, last: row.last ?? '' })),
      searchers: rows[0]?.searchers ?? 0,
      unfound: rows[0]?.unfound ?? 0,
    };
  },
});
