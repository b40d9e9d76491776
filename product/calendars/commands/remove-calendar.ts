import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { removeCalendar as contract } from '../contract.ts';

/**
 * Deletes a calendar of the streamer's own with its busy times. That of a channel goes by the
 * switch of the channel, so that it stays away.
 */
export const removeCalendar = serve({
  contract,
  async run({ db, person, input: { calendarId } }) {
    const { rowCount: ended } = await db.query(
      `update public.streamer_channels h set follows_schedule = false from public.calendars c
       where c.id = $1 and c.streamer_id = $2 and h.streamer_id = c.streamer_id and h.provider = c.channel_provider`,
      [calendarId, person.id],
    );
    if (ended === 1) return { calendarId };
    const { rowCount } = await db.query('delete from public.calendars where id = $1 and streamer_id = $2', [
      calendarId,
      person.id,
    ]);
    if (rowCount === 0) throw new AppError('calendar_not_found');
    return { calendarId };
  },
});
