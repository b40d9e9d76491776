import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import { capitalised, formatDay, formatTime } from '#web/lib/format.ts';

const daysUntil = (start: string, zone: string, now: Date): number =>
  epochDayAt(zone, parseInstant(start)) - epochDayAt(zone, instantOf(now.getTime()));

/** The day of a start as one would say it: « Aujourd’hui », « Demain », « Jeudi 12 mars ». */
export function dayText(start: string, zone: string, now: Date = new Date()): string {
  const days = daysUntil(start, zone, now);
  if (days === 0) return 'Aujourd’hui';
  if (days === 1) return 'Demain';
  return capitalised(formatDay(start, zone));
}

/** « Aujourd’hui 16 h 15 », « Jeudi 12 mars 18 h ». */
export const startText = (start: string, zone: string, now?: Date): string =>
  `${dayText(start, zone, now)} ${formatTime(start, zone)}`;

/** The same where room is scarce: « Aujourd’hui 16 h 15 », « 12 mars 18 h ». */
export function shortStartText(start: string, zone: string, now: Date = new Date()): string {
  if (daysUntil(start, zone, now) <= 1) return startText(start, zone, now);
  return `${formatDay(start, zone, { weekday: false, month: 'short' })} ${formatTime(start, zone)}`;
}

/** Where that start of that offer is booked. */
export const bookingPath = (handle: string, offerId: string, start: string): string =>
  `/book-session/${handle}?${new URLSearchParams({ offer: offerId, start }).toString()}`;
