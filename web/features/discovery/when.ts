import { instantOf, parseInstant } from '#domain/time/instant.ts';
import { epochDayAt } from '#domain/time/wall-time.ts';
import { capitalised, formatDay, formatTime } from '#web/lib/format.ts';

/** The day of a start as one would say it: « Aujourd’hui », « Demain », « Jeudi 12 mars ». */
export function dayText(start: string, zone: string, now: Date = new Date()): string {
  const days = epochDayAt(zone, parseInstant(start)) - epochDayAt(zone, instantOf(now.getTime()));
  if (days === 0) return 'Aujourd’hui';
  if (days === 1) return 'Demain';
  return capitalised(formatDay(start, zone));
}

/** « Aujourd’hui 16 h 15 », « Jeudi 12 mars 18 h ». */
export const startText = (start: string, zone: string, now?: Date): string =>
  `${dayText(start, zone, now)} ${formatTime(start, zone)}`;

/** Where that start of that offer is booked. */
export const bookingPath = (handle: string, offerId: string, start: string): string =>
  `/book-session/${handle}?${new URLSearchParams({ offer: offerId, start }).toString()}`;
