import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { refreshCalendar as contract } from '../contract.ts';

/**
 * The time between two fetches that a person requests, since they burden other people's servers.
 */
const SECONDS_BETWEEN = 60;

/** Makes a calendar of the streamer's own the next to be fetched. */
export const refreshCalendar = serve({
  contract,
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
