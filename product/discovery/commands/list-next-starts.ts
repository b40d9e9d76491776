import { nextStarts } from '#product/availability/next-starts.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { listNextStarts as contract } from '../contract.ts';

/**
 * The next free starts of each active offer of a streamer whom the public sees, none overlapping
 * the one before it.
 */
export const listNextStarts = serve({
  contract,
  async run({ db, input: { streamerId, count }, now }) {
    const offers = await nextStarts(db, { streamerId, count, now });
    if (offers === null) throw new AppError('streamer_not_found');
    return {
      offers: offers.map(({ id, starts }) => ({ offerId: id, starts: starts.map(formatInstant) })),
      now: now.toISOString(),
    };
  },
});
