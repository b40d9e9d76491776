import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { setStreamerStanding as contract } from '../marketplace-contract.ts';

/** The column that a standing sets to an instant or to null. */
const COLUMNS = {
  feature: 'featured_at',
  unfeature: 'featured_at',
  withhold: 'withheld_at',
  restore: 'withheld_at',
} as const;

/** Features a streamer's page, or withholds it from everybody. */
export const setStreamerStanding = serve({
  contract,
  async run({ db, person, input, now }) {
    const { streamerId, standing, reason } = input;
    const column = COLUMNS[standing];
    const on = standing === 'feature' || standing === 'withhold';
    const { rows } = await db.query(
      `select ${column} as since from public.streamers where id = $1 for update`,
      [streamerId],
    );
    const [row] = rows;
    if (!row) throw new AppError('streamer_not_found');
    if ((row.since !== null) === on) throw new AppError('already_done');
    const since = on ? now : null;
    await db.query(`update public.streamers set ${column} = $2 where id = $1`, [streamerId, since]);
    // Else they would come back at a place and for days that were chosen long ago.
    if (standing === 'unfeature')
      await db.query(
        'update public.streamers set featured_position = null, featured_from = null, featured_until = null where id = $1',
        [streamerId],
      );
    // Days that are over would keep a page that is featured from being shown.
    if (standing === 'feature')
      await db.query(
        'update public.streamers set featured_from = null, featured_until = null where id = $1 and featured_until < $2::date',
        [streamerId, localDateAt('Europe/Paris', instantOf(now.getTime()))],
      );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'streamers', id: streamerId },
      before: { [column]: row.since?.toISOString() ?? null },
      after: { [column]: since?.toISOString() ?? null },
      reason,
    });
    return { streamerId, standing };
  },
});
