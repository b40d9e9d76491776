import { formatDuration } from '#product/shared/time/duration.ts';
import { type Instant, instantOf, later } from '#product/shared/time/instant.ts';
import { type Season, saidOfHours } from '#product/shared/time/repeated-hour.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { inCity, ofCity, zoneCity } from '#product/shared/time/zone-city.ts';
import {
  formatCount,
  formatMoney,
  formatPlacePrice,
  formatPrice,
  formatRate,
  plural,
} from '#web/lib/numbers.ts';

export {
  formatCount,
  formatDuration,
  formatMoney,
  formatPlacePrice,
  formatPrice,
  formatRate,
  inCity,
  ofCity,
  plural,
  zoneCity,
};

/**
 * How days and hours are written for a French reader, always in an explicit zone; amounts and
 * counts: `numbers.ts`. They are put together by hand and compared with `Intl` in the tests:
 * building its first format of a zone is a long task for a slow telephone. Spaces inside a date or
 * an hour never break: a no-break space, or a narrow one where French typography wants it.
 */

/**
 * A point in time: an ISO 8601 text from the server, an `Instant` of the rules, a `Date`, or a
 * `Temporal.Instant`.
 */
export type InstantLike = string | Instant | Date | { readonly epochMilliseconds: number };

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';
const LOCALE = 'fr-FR';

const milliseconds = (instant: InstantLike): number => {
  if (typeof instant === 'string') return Date.parse(instant);
  if (typeof instant === 'number') return instant;
  return instant instanceof Date ? instant.getTime() : instant.epochMilliseconds;
};

/**
 * Formats the remaining time by its two largest units: « 3 j 4 h », « 2 h 14 min », « 9 min 42 s »,
 * « 8 s ». Never less than « 0 s ».
 */
export function formatCountdown(remainingMilliseconds: number): string {
  const total = Math.max(0, Math.floor(remainingMilliseconds / 1000));
  const units = [
    { amount: Math.floor(total / 86_400), name: 'j' },
    { amount: Math.floor(total / 3600) % 24, name: 'h' },
    { amount: Math.floor(total / 60) % 60, name: 'min' },
    { amount: total % 60, name: 's' },
  ];
  const first = units.findIndex(({ amount }) => amount > 0);
  return units
    .slice(first === -1 ? -1 : first)
    .slice(0, 2)
    .filter(({ amount }, index) => index === 0 || amount > 0)
    .map(({ amount, name }) => `${String(amount)}${NO_BREAK}${name}`)
    .join(NO_BREAK);
}

const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'];
const MONTHS = {
  long: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  short: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
} as const;

/** The wall time of the zone at that instant, as the UTC date that shows the same day and hour. */
const wallDate = (instant: InstantLike, zone: string): Date =>
  new Date(wallTimeAt(zone, instantOf(Math.floor(milliseconds(instant)))));

/** « 18 h 30 » in that zone, « 14 h » on the hour, « 0 h 05 » after midnight. */
export function formatTime(instant: InstantLike, zone: string): string {
  const shown = wallDate(instant, zone);
  const hour = `${String(shown.getUTCHours())}${NO_BREAK}h`;
  const minute = shown.getUTCMinutes();
  return minute === 0 ? hour : `${hour}${NO_BREAK}${String(minute).padStart(2, '0')}`;
}

/**
 * « 18 h 30 – 19 h 30 » in that zone: when something that lasts some minutes begins and ends. Where
 * a clock shows an hour twice, it says which of the two is meant: « 2 h 30 – 2 h (heure d’hiver) ».
 */
export function formatHours(start: InstantLike, minutes: number, zone: string): string {
  const from = instantOf(Math.floor(milliseconds(start)));
  const to = later(from, minutes * 60_000);
  const said = saidOfHours(zone, from, to);
  const time = (instant: Instant, season: Season | null) =>
    `${formatTime(instant, zone)}${season === null ? '' : ` (heure d’${season})`}`;
  return `${time(from, said.start)} – ${time(to, said.end)}`;
}

interface DayOptions {
  /** « jeudi » before the day; shown unless set to false. */
  weekday?: boolean;
  year?: boolean;
  /** « 12 mars » in full, or « 12 janv. » where room is scarce. */
  month?: 'long' | 'short';
}

/** « jeudi 12 mars » in that zone; the first of a month is « 1er ». */
export function formatDay(instant: InstantLike, zone: string, options: DayOptions = {}): string {
  const { weekday = true, year = false, month = 'long' } = options;
  const shown = wallDate(instant, zone);
  const day = shown.getUTCDate() === 1 ? '1er' : String(shown.getUTCDate());
  const named = `${weekday ? `${WEEKDAYS[shown.getUTCDay()] ?? ''} ` : ''}${day}${NO_BREAK}${MONTHS[month][shown.getUTCMonth()] ?? ''}`;
  return year ? `${named}${NO_BREAK}${String(shown.getUTCFullYear())}` : named;
}

/** « Lun. 30 », « Mar. 1er »: where the month is known. */
export function formatDayOfMonth(instant: InstantLike, zone: string): string {
  const shown = wallDate(instant, zone);
  const weekday = capitalised((WEEKDAYS[shown.getUTCDay()] ?? '').slice(0, 3));
  return `${weekday}. ${shown.getUTCDate() === 1 ? '1er' : String(shown.getUTCDate())}`;
}

/** « jeudi 12 mars à 18 h 30 » in that zone. */
export const formatDateTime = (instant: InstantLike, zone: string, options: DayOptions = {}): string =>
  `${formatDay(instant, zone, options)} à${NO_BREAK}${formatTime(instant, zone)}`;

/**
 * « jeudi 12 mars, 18 h 30 » in that zone: for a button, where « à » would be long. A month is cut
 * short only where its weekday is not said.
 */
export const formatShortDateTime = (instant: InstantLike, zone: string): string =>
  `${formatDay(instant, zone)}, ${formatTime(instant, zone)}`;

/** The same with a capital, for a heading or a ticket: « Jeudi 12 mars ». */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1);

/**
 * The line under a date: « Heure de Paris · 13 h 30 à Montréal », with the day when it is another
 * one there: « Heure de Paris · vendredi 13 mars à 0 h 30 à Tokyo ». One zone, or two with the same
 * wall clock, give the first part alone.
 */
export function formatZones(instant: InstantLike, zone: string, otherZone: string | null): string {
  const here = `Heure ${ofCity(zone)}`;
  if (otherZone === null) return here;
  const sameDay = formatDay(instant, zone) === formatDay(instant, otherZone);
  if (sameDay && formatTime(instant, zone) === formatTime(instant, otherZone)) return here;
  const there = sameDay ? formatTime(instant, otherZone) : formatDateTime(instant, otherZone);
  return `${here} · ${there} ${inCity(otherZone)}`;
}

/**
 * Puts the narrow no-break spaces of French typography into text typed with plain ones: before
 * `; : ! ? »`, after `«`.
 */
export const typeset = (text: string): string =>
  text.replace(/ (?=[;!?»]|:(?:\s|$))/g, NARROW).replace(/(?<=«) /g, NARROW);
