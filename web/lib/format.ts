import { formatDuration } from '#domain/time/duration.ts';
import type { Instant } from '#domain/time/instant.ts';
import { inCity, ofCity, zoneCity } from '#domain/time/zone-city.ts';

export { formatDuration, inCity, ofCity, zoneCity };

/**
 * How amounts, counts, days and hours are written for a French reader. Everything rests on `Intl` with `fr-FR` and an explicit time zone;
 * what is put together by hand (« 18 h 30 », « 1er mars ») is what `Intl` does not write the French way. Spaces inside an amount, a date or
 * an hour never break: a no-break space, or a narrow one where French typography wants it.
 */

/** A point in time: an ISO 8601 text from the server, an `Instant` of the rules, a `Date`, or a `Temporal.Instant`. */
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
 * Keeps what `make` returned for a key. A formatter of `Intl` takes a millisecond or more to build (it reads the locale's data), so each is built
 * once, and only when it is first needed.
 */
function kept<Made>(make: (key: string) => Made): (key: string) => Made {
  const made = new Map<string, Made>();
  return (key) => {
    const found = made.get(key);
    if (found) return found;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}

const numbers: Readonly<Record<'euros' | 'wholeEuros' | 'count' | 'rate', Intl.NumberFormatOptions>> = {
  euros: { style: 'currency', currency: 'EUR' },
  wholeEuros: { style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' },
  count: {},
  rate: { style: 'percent', maximumFractionDigits: 1 },
};
const numberFormat = kept((kind) => new Intl.NumberFormat(LOCALE, numbers[kind as keyof typeof numbers]));
const written = (kind: keyof typeof numbers, value: number) => minus(numberFormat(kind).format(value));
const minus = (text: string) => text.replace('-', '\u2212');

/** `123450` cents are « 1 234,50 € ». For every amount that is owed, paid or refunded. */
export const formatMoney = (cents: number): string => written('euros', cents / 100);

/** `2500` cents are « 25 € », `2550` « 25,50 € ». For a price at a glance: « dès 25 € ». */
export const formatPrice = (cents: number): string => written('wholeEuros', cents / 100);

/** What a place costs, for everywhere that it is read as a price: « 45,00 € », or « Gratuit ». */
export const formatPlacePrice = (cents: number): string => (cents === 0 ? 'Gratuit' : formatMoney(cents));

/** `18240` is « 18 240 ». */
export const formatCount = (count: number): string => written('count', count);

/** `0.021` is « 2,1 % ». */
export const formatRate = (rate: number): string => written('rate', rate);

/** A count with its noun: `plural(1, 'créneau', 'créneaux')` is « 1 créneau »; zero is singular in French. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)}${NO_BREAK}${Math.abs(count) < 2 ? one : many}`;

/** What remains, by its two largest units: « 3 j 4 h », « 2 h 14 min », « 9 min 42 s », « 8 s ». Never less than « 0 s ». */
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

/** One format gives every part of a day and an hour, long or short month, so that a page builds two of them a zone at most. */
const dateFormat = kept((key) => {
  const [month, timeZone] = key.split(' ') as ['long' | 'short', string];
  return new Intl.DateTimeFormat(LOCALE, {
    weekday: 'long',
    day: 'numeric',
    month,
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
});

function parts(instant: InstantLike, zone: string, month: 'long' | 'short' = 'long') {
  const found = dateFormat(`${month} ${zone}`).formatToParts(milliseconds(instant));
  return (type: Intl.DateTimeFormatPartTypes) => found.find((part) => part.type === type)?.value ?? '';
}

/** « 18 h 30 » in that zone, « 14 h » on the hour, « 0 h 05 » after midnight. */
export function formatTime(instant: InstantLike, zone: string): string {
  const part = parts(instant, zone);
  const hour = `${String(Number(part('hour')))}${NO_BREAK}h`;
  return part('minute') === '00' ? hour : `${hour}${NO_BREAK}${part('minute').padStart(2, '0')}`;
}

/** « 18 h 30 – 19 h 30 » in that zone: when something that lasts some minutes begins and ends. */
export const formatHours = (start: InstantLike, minutes: number, zone: string): string =>
  `${formatTime(start, zone)} – ${formatTime(new Date(milliseconds(start) + minutes * 60_000), zone)}`;

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
  const part = parts(instant, zone, month);
  const day = part('day') === '1' ? '1er' : part('day');
  const named = `${weekday ? `${part('weekday')} ` : ''}${day}${NO_BREAK}${part('month')}`;
  return year ? `${named}${NO_BREAK}${part('year')}` : named;
}

/** « jeudi 12 mars à 18 h 30 » in that zone. */
export const formatDateTime = (instant: InstantLike, zone: string, options: DayOptions = {}): string =>
  `${formatDay(instant, zone, options)} à${NO_BREAK}${formatTime(instant, zone)}`;

/** « jeudi 12 mars, 18 h 30 » in that zone: for a button, where « à » would be long. A month is cut short only where its weekday is not said. */
export const formatShortDateTime = (instant: InstantLike, zone: string): string =>
  `${formatDay(instant, zone)}, ${formatTime(instant, zone)}`;

/** The same with a capital, for a heading or a ticket: « Jeudi 12 mars ». */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1);

/**
 * The line under a date: « Heure de Paris · 13 h 30 à Montréal », with the day when it is another one there: « Heure de Paris ·
 * vendredi 13 mars à 0 h 30 à Tokyo ». One zone, or two with the same wall clock, give the first part alone.
 */
export function formatZones(instant: InstantLike, zone: string, otherZone: string | null): string {
  const here = `Heure ${ofCity(zone)}`;
  if (otherZone === null) return here;
  const sameDay = formatDay(instant, zone) === formatDay(instant, otherZone);
  if (sameDay && formatTime(instant, zone) === formatTime(instant, otherZone)) return here;
  const there = sameDay ? formatTime(instant, otherZone) : formatDateTime(instant, otherZone);
  return `${here} · ${there} ${inCity(otherZone)}`;
}

/** Puts the narrow no-break spaces of French typography into text typed with plain ones: before `; : ! ? »`, after `«`. */
export const typeset = (text: string): string =>
  text.replace(/ (?=[;!?»]|:(?:\s|$))/g, NARROW).replace(/(?<=«) /g, NARROW);
