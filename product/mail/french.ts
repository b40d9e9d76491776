import type { Instant } from '#product/shared/time/instant.ts';
import { type Season, saidOfHours } from '#product/shared/time/repeated-hour.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { ofCity } from '#product/shared/time/zone-city.ts';

/** A line must not break between a word and the sign that French sets apart from it. */
const NARROW = '\u202f';

/**
 * French typography of a text typed with ordinary spaces: narrow no-break spaces before `; : ! ?`,
 * inside guillemets, around the `h` of an hour, and between a number and what it counts; curly
 * apostrophes. An address inside the text, of mail or of the web, stays as it is.
 */
export function french(text: string): string {
  return text
    .replace(/ (?=[;:!?»])/g, NARROW)
    .replace(/« /g, `«${NARROW}`)
    .replace(/(?<=\d) h (?=\d)/g, `${NARROW}h${NARROW}`)
    .replace(/(?<=\d) (?=(?:h|€|jours?|heures?|minutes?)(?!\p{L}))/gu, NARROW)
    .replace(/\S+/g, (word) => (/[@/]/.test(word) ? word : word.replaceAll("'", '’')));
}

/** The wall time of the zone at an instant: `jeudi 12 mars`, `2026` and `18 h 30`. */
function onTheWall(instant: Date, zone: ZoneName) {
  const parts = new Intl.DateTimeFormat('fr-FR', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const day = part('day') === '1' ? '1er' : part('day');
  const minutes = part('minute') === '00' ? '' : `${NARROW}${part('minute')}`;
  return {
    day: `${part('weekday')} ${day} ${part('month')}`,
    year: part('year'),
    time: `${Number(part('hour'))}${NARROW}h${minutes}`,
  };
}

/** `jeudi 12 mars` on the wall of a zone. */
export const frenchDay = (instant: Date, zone: ZoneName): string => onTheWall(instant, zone).day;

/** `2026`. */
export const frenchYear = (instant: Date, zone: ZoneName): string => onTheWall(instant, zone).year;

/** `18 h 30`, `14 h` on the hour. */
export const frenchTime = (instant: Date, zone: ZoneName): string => onTheWall(instant, zone).time;

/** `18 h 30 – 19 h 30`; where a clock shows an hour twice, which of the two is meant. */
export function frenchHours(start: Instant, end: Instant, zone: ZoneName): string {
  const said = saidOfHours(zone, start, end);
  const time = (instant: Instant, season: Season | null) =>
    `${frenchTime(new Date(instant), zone)}${season === null ? '' : ` (heure d’${season})`}`;
  return `${time(start, said.start)} – ${time(end, said.end)}`;
}

/** An instant as a French person writes it: `jeudi 12 mars 2026 à 18 h 30 (heure de Paris)`. */
export function frenchDateTime(instant: Date, zone: ZoneName = 'Europe/Paris'): string {
  const { day, year, time } = onTheWall(instant, zone);
  return `${day} ${year} à ${time} (heure ${ofCity(zone)})`;
}

/**
 * A length of time in words, in the largest unit that says it exactly: 3600 is `une heure`, 172800
 * `2 jours`.
 */
export function frenchDuration(seconds: number): string {
  const [count, one, many] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'un jour', 'jours']
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'une heure', 'heures']
        : [Math.max(1, Math.round(seconds / 60)), 'une minute', 'minutes'];
  return count === 1 ? one : french(`${count} ${many}`);
}

/**
 * Letters, and what joins them in a name. No dot, slash or digit, so no address can pose as one.
 */
const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * The opening of a mail. Anybody can sign up anybody's address under any name, so only what looks
 * like a first name is repeated; else a stranger could put their own words into a mail of ours.
 */
export function greeting(firstName: unknown): string {
  return typeof firstName === 'string' && plainName.test(firstName.trim())
    ? `Bonjour ${firstName.trim()},`
    : 'Bonjour,';
}

/**
 * The words of one person in a mail to another, with nothing that a mail program would turn into a
 * link: an invisible joiner (U+2060) behind each sign that addresses are made of. The reader sees
 * the same words.
 */
export const unlinked = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/(?<=\S)[.:/@](?=\S)/g, '$&\u2060');
