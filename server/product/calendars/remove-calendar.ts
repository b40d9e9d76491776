import { removeCalendar as contract } from '#contracts/calendars.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { streamer as access } from '#server/product/access.ts';

/** Deletes a calendar of the streamer's own with its busy times. */
export const removeCalendar = defineCommand({
  contract,
  access,
  async run({ db, person, input: { calendarId } }) {
    const { rowCount } = await db.query('delete from public.calendars where id = $1 and streamer_id = $2', [
      calendarId,
      person.id,
    ]);
    if (rowCount === 0) throw new AppError('calendar_not_found');
    return { calendarId };
  },
});
