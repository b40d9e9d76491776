import type { Instant } from '#product/shared/time/instant.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

/**
 * From this age somebody consents to an account alone (RGPD article 8; loi Informatique et
 * Libertés, article 45).
 */
export const YOUNGEST = 15;
/** Code civil, article 414. */
export const MAJORITY = 18;
/** A birthday begins at midnight of this zone. */
export const AGE_ZONE: ZoneName = 'Europe/Paris';
const OLDEST = 120;

/**
 * The stored form of an age: the date of birth of a minor, until it ends by itself; of everybody
 * else only that they were of age.
 */
export type Age = 'adult' | LocalDate;

const monthAndDay = (date: LocalDate) => date.slice(5);
const yearOf = (date: LocalDate) => Number(date.slice(0, 4));

/**
 * Completed years on a day. A person born on 29 February completes a year on 1 March where there is
 * no such day.
 */
export const ageOn = (birth: LocalDate, day: LocalDate): number =>
  yearOf(day) - yearOf(birth) - (monthAndDay(day) < monthAndDay(birth) ? 1 : 0);

/** The day on which somebody comes of age. */
export function majorityOf(birth: LocalDate): LocalDate {
  const year = yearOf(birth) + MAJORITY;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const birthday = monthAndDay(birth) === '02-29' && !isLeap ? '03-01' : monthAndDay(birth);
  return parseLocalDate(`${year}-${birthday}`);
}

export const isMinor = (age: Age, at: Instant): boolean =>
  age !== 'adult' && ageOn(age, localDateAt(AGE_ZONE, at)) < MAJORITY;

/**
 * Whether somebody of that age may book an offer at an instant: those for adults only are for them.
 */
export const mayTake = (age: Age, { adultsOnly, at }: { adultsOnly: boolean; at: Instant }): boolean =>
  !(adultsOnly && isMinor(age, at));

/**
 * Decides how much an account may keep of a date of birth at an instant.
 * @returns the age to keep; `too_young` where no account can be made; `impossible` for a date in
 *   the future or beyond any age
 */
export function ageToKeep(birth: LocalDate, at: Instant): Age | 'too_young' | 'impossible' {
  const today = localDateAt(AGE_ZONE, at);
  const age = ageOn(birth, today);
  if (birth > today || age > OLDEST) return 'impossible';
  if (age < YOUNGEST) return 'too_young';
  return age < MAJORITY ? birth : 'adult';
}

/**
 * Day, month and year as people write them, with or without something between them; or the other
 * way round, as browsers fill it in.
 */
const WRITTEN = /^(?:(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})|(\d\d)(\d\d)(\d{4})|(\d{4})-(\d\d)-(\d\d))$/;

/** @returns the day that was written; null where it is none */
export function readDate(written: string): LocalDate | null {
  const [, d1, m1, y1, d2, m2, y2, y3, m3, d3] = WRITTEN.exec(written.trim()) ?? [];
  const [year, month, day] = [y1 ?? y2 ?? y3, m1 ?? m2 ?? m3, d1 ?? d2 ?? d3];
  if (!year || !month || !day) return null;
  try {
    return parseLocalDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
