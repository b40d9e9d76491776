import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import { capitalised, formatDay, formatDayOfMonth, formatTime } from '#web/lib/format.ts';

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
const startText = (start: string, zone: string, now?: Date): string =>
  `${dayText(start, zone, now)} ${formatTime(start, zone)}`;

/** The same where room is scarce: « Aujourd’hui 16 h 15 », « 12 mars 18 h ». */
export function shortStartText(start: string, zone: string, now: Date = new Date()): string {
  if (daysUntil(start, zone, now) <= 1) return startText(start, zone, now);
  return `${formatDay(start, zone, { weekday: false, month: 'short' })} ${formatTime(start, zone)}`;
}

/** The days in which a day of the month names one day. */
const ONE_MONTH = 28;

/**
 * The same on one line of a card: « Aujourd’hui, 16 h 15 », « Lun. 30, 9 h », « 12 janv., 9 h »
 * further away.
 */
export function cardStartText(start: string, zone: string, now: Date = new Date()): string {
  const days = daysUntil(start, zone, now);
  const time = formatTime(start, zone);
  if (days <= 1) return `${dayText(start, zone, now)}, ${time}`;
  if (days >= ONE_MONTH) return `${formatDay(start, zone, { weekday: false, month: 'short' })}, ${time}`;
  return `${formatDayOfMonth(start, zone)}, ${time}`;
}

/** Where that start of that offer is booked. */
export const bookingPath = (handle: string, offerId: string, start: string): string =>
  `/book-session/${handle}?${new URLSearchParams({ offer: offerId, start }).toString()}`;
