import type pg from 'pg';
import { getHome as contract } from '#contracts/discovery.ts';
import { freeRanges } from '#domain/discovery/free-when.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { anyone } from '../access.ts';
import { zoneOr } from './browse-streamers.ts';
import { ANYBODY, findStreamers, type Wish } from './find-streamers.ts';
import { readCards } from './read-cards.ts';

const CARDS = 8;
/** When fewer are free today, the row is filled with those who are free next. */
const ROW = 4;

/** What the home page shows of the marketplace, for a viewer in a zone. */
export const getHome = defineCommand({
  contract,
  access: anyone,
  async run({ db, input, now }) {
    const ranges = freeRanges('today', zoneOr(input.zone), instantOf(now.getTime()));
    const cards = async (wish: Wish, sort: 'soonest' | 'relevance') => {
      const { ids } = await findStreamers(db, wish, { sort, limit: CARDS, offset: 0, now });
      return readCards(db, ids, wish, now);
    };
    const freeToday = await cards({ ...ANYBODY, ranges }, 'soonest');
    const soonest = freeToday.length >= ROW ? [] : await cards(ANYBODY, 'soonest');
    return {
      freeToday,
      soonest: soonest.filter(({ nextFree }) => nextFree !== null),
      featured: await cards(ANYBODY, 'relevance'),
      categories: await countByCategory(db, now),
      now: now.toISOString(),
    };
  },
});

/** How many visible streamers each category has, in those that have any, fullest first. */
async function countByCategory(db: pg.ClientBase, now: Date): Promise<{ slug: string; streamers: number }[]> {
  const { rows } = await db.query(
    `select slug, count(*)::int as streamers from public.streamers s, unnest(s.categories) as slug
     where s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= $1)
       and slug is not null
     group by slug order by count(*) desc, slug`,
    [now],
  );
  return rows;
}
