import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readCalendarAddress } from '#server/integrations/calendars/calendar-address.ts';
import { CalendarFault } from '#server/integrations/calendars/calendar-fault.ts';
import { addCalendar as contract, MOST_CALENDARS } from '../contract.ts';

/**
 * Records a calendar for the import, which fetches it within seconds, so that no transaction waits
 * for another server.
 */
export const addCalendar = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, label } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      const url = addressOf(input.url);
      // Locked, so that two requests at once cannot exceed the limit.
      await db.query('select from public.streamers where id = $1 for update', [person.id]);
      const { rows } = await db.query(
        'select url, channel_provider is null as added from public.calendars where streamer_id = $1',
        [person.id],
      );
      if (rows.some((calendar) => calendar.url === url)) throw new AppError('already_done');
      if (rows.filter(({ added }) => added).length >= MOST_CALENDARS)
        throw new AppError('too_many_calendars');
      const { rows: made } = await db.query(
        `insert into public.calendars (streamer_id, label, url, next_fetch_at, created_at) values ($1, $2, $3, $4, $4)
         returning id`,
        [person.id, label, url, now],
      );
      return { calendarId: made[0]?.id ?? '' };
    });
  },
});

/** @throws AppError calendar_refused */
function addressOf(text: string): string {
  try {
    return readCalendarAddress(text).href;
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error;
    throw new AppError('calendar_refused', error.message, { details: { reason: error.problem } });
  }
}
