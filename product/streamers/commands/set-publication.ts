import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { setPublication as contract, PUBLISH_NEEDS } from '../contract.ts';

/** Reads which of PUBLISH_NEEDS a page has, and the other facts that decide. */
const PAGE = `select published_at, coalesce(away_until > $2, false) as away, coalesce(private.is_adult(s.id, $2), false) as is_adult,
   trim(headline) <> '' as headline, trim(bio) <> '' as bio,
   cardinality(categories) > 0 as category,
   exists (select from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null) as offer,
   exists (select from public.weekly_hours w where w.streamer_id = s.id) as hours
 from public.streamers s where id = $1 for update`;

/**
 * Shows a streamer's page once there is something to show, or takes it down; what is booked stays
 * booked.
 */
export const setPublication = serve({
  contract,
  async run({ db, person, input: { published }, now }) {
    const page = await holdPage(db, person.id, now);
    if (!published) {
      await db.query(
        'update public.streamers set published_at = null where id = $1 and published_at is not null',
        [person.id],
      );
      return { publishedAt: null };
    }
    // Suspended, or on the way out: nobody would see the page.
    if (page.away) throw new AppError('forbidden');
    if (page.published_at) return { publishedAt: page.published_at.toISOString() };
    if (!page.is_adult) throw new AppError('age_needed');
    const missing = PUBLISH_NEEDS.filter((need) => !page[need]);
    if (missing.length > 0)
      throw new AppError('profile_incomplete', 'profile_incomplete', { details: { missing } });
    await db.query('update public.streamers set published_at = $2 where id = $1', [person.id, now]);
    return { publishedAt: now.toISOString() };
  },
});

/** @throws AppError streamer_not_found */
async function holdPage(db: pg.ClientBase, streamerId: string, now: Date): Promise<Row<typeof PAGE>> {
  const { rows } = await db.query(PAGE, [streamerId, now]);
  const [row] = rows;
  if (!row) throw new AppError('streamer_not_found');
  return row;
}
