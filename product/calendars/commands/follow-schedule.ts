import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { followSchedule as contract } from '../contract.ts';

/**
 * Makes the schedule of the streamer's Twitch channel one of their calendars again; a trigger of
 * the channel's row adds it.
 */
export const followSchedule = serve({
  contract,
  async run({ db, person }) {
    const { rowCount } = await db.query(
      `update public.streamer_channels set follows_schedule = true where streamer_id = $1 and provider = 'twitch'`,
      [person.id],
    );
    if (rowCount === 0) throw new AppError('calendar_not_found');
    return {};
  },
});
