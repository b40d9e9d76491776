import { refreshCalendar as contract } from '#contracts/calendars.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { streamer as access } from '#server/product/access.ts';

/** Between two fetches that a person asks for: other people's servers are no toy. */
const SECONDS_BETWEEN = 60;

/** Puts a calendar of the streamer's own first in line. */
export const refreshCalendar = defineCommand({
  contract,
  access,
  async run({ db, person, input: { calendarId }, now }) {
    const { rows } = await db.query(
      'select last_fetched_at from public.calendars where id = $1 and streamer_id = $2 for update',
      [calendarId, person.id],
    );
    const [calendar] = rows;
    if (!calendar) throw new AppError('calendar_not_found');
    const since =
      calendar.last_fetched_at === null ? null : now.getTime() - calendar.last_fetched_at.getTime();
    if (since !== null && since < SECONDS_BETWEEN * 1000) {
      const retryAfter = Math.ceil(SECONDS_BETWEEN - since / 1000);
      throw new AppError('too_many_attempts', undefined, { retryAfter });
    }
    await db.query('update public.calendars set next_fetch_at = least(next_fetch_at, $2) where id = $1', [
      calendarId,
      now,
    ]);
    return { calendarId };
  },
});
