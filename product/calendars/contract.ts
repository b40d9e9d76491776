import { z } from 'zod';
import { person, streamer } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/**
 * Calendars elsewhere that close a streamer's starts, and the private calendar of one's own
 * bookings. What became of an import stands in the row of `calendars` (`state`, `last_error`: a key
 * of CALENDAR_PROBLEM_TEXTS in product/availability/rules/calendar-problems.ts).
 */

/** The most calendars that a streamer adds; each is fetched again and again. */
export const MOST_CALENDARS = 10;

const calendarId = z.uuid();

/**
 * Imports a calendar by its iCal address (https or webcal). It is `pending` until the first fetch,
 * a few seconds later. Refuses with `calendar_refused` (`details.reason`: a CalendarProblem),
 * `too_many_calendars` or `already_done` (the same address again).
 */
export const addCalendar = contract(
  'calendars/add-calendar',
  z.strictObject({
    key: z.uuid(),
    label: z.string().trim().min(1, 'Donnez un nom à cet agenda').max(60, 'Ce nom est trop long'),
    url: z.string().trim().min(1, 'Collez l’adresse de l’agenda').max(2000, 'Cette adresse est trop longue'),
  }),
  z.object({ calendarId }),
  { access: streamer },
);

/**
 * Forgets a calendar and its busy times; that of a channel's schedule stays away until
 * `follow-schedule`. Refuses with `calendar_not_found`.
 */
export const removeCalendar = contract(
  'calendars/remove-calendar',
  z.strictObject({ calendarId }),
  z.object({ calendarId }),
  { access: streamer },
);

/**
 * Lets the lives that one's Twitch channel announces close hours again, after `remove-calendar`
 * ended it. Refuses with `calendar_not_found` without such a channel.
 */
export const followSchedule = contract('calendars/follow-schedule', z.strictObject({}), z.object({}), {
  access: streamer,
});

/**
 * Fetches it within seconds instead of at its time. Refuses with `calendar_not_found`, or
 * `too_many_attempts` within a minute of the last.
 */
export const refreshCalendar = contract(
  'calendars/refresh-calendar',
  z.strictObject({ calendarId }),
  z.object({ calendarId }),
  { access: streamer },
);

/**
 * Whether one's bookings have a private feed, and since when. Its address is shown once, when it is
 * made.
 */
export const getFeed = contract(
  'calendars/get-feed',
  z.strictObject({}),
  z.object({ createdAt: z.iso.datetime().nullable() }),
  { access: person },
);

/** Makes the private address of one's bookings, to subscribe to; an earlier one stops working. */
export const createFeed = contract(
  'calendars/create-feed',
  z.strictObject({}),
  z.object({ url: z.url(), createdAt: z.iso.datetime() }),
  { access: person },
);

/** Ends the private address. Does nothing when there is none. */
export const removeFeed = contract('calendars/remove-feed', z.strictObject({}), z.object({}), {
  access: person,
});
