import { AppError } from '#product/shared/errors.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { isZoneName } from '#product/shared/time/zone.ts';
import type { OpeningHoursInput } from './contract.ts';
import { daysOfSpan, RULE_LIMITS, rulesOutOfLimits } from './rules/availability.ts';
import { type DateSpan, isWallRange, type WallRange, type WeeklyRange } from './rules/hours.ts';
import { overlappingRanges, overlappingWeekly } from './rules/overlaps.ts';

/**
 * Nobody plans further ahead, and Postgres and time zone rules behave in surprising ways in distant
 * years.
 */
const FIRST = '2020-01-01';
const LAST = '2099-12-31';

/** @throws AppError invalid_input for a date outside these years */
export function plannedDate(text: string): LocalDate {
  if (text < FIRST || text > LAST) {
    throw new AppError('invalid_input', 'not a date of a diary', {
      fields: { date: 'Choisissez une date de ce siècle.' },
    });
  }
  return parseLocalDate(text);
}

const NO_SUCH_RANGE = 'Ces horaires finissent avant de commencer, ou durent plus d’un jour.';
const NO_SUCH_ZONE = 'Ce fuseau horaire n’existe pas.';
const NO_SUCH_SPAN = 'Ces dates finissent avant de commencer, ou durent plus d’un an.';
const OVERLAP = 'Ces horaires en recouvrent d’autres.';

/** Hours as the contract accepts them; a weekday is 1 to 7 by then. */
export const weeklyOf = (weekly: OpeningHoursInput['weekly']): WeeklyRange[] =>
  weekly.map(({ weekday, from, to }) => ({ weekday: weekday as WeeklyRange['weekday'], from, to }));

/**
 * @throws AppError bad_hours with a French sentence for each field: `zone`, `weekly.<index>`,
 *   `rules.<rule>`, `travels.<index>`
 */
export function checkOpeningHours({ zone, weekly, rules, travels }: OpeningHoursInput): void {
  const fields: Record<string, string> = {};
  if (!isZoneName(zone)) fields.zone = NO_SUCH_ZONE;
  for (const index of overlappingWeekly(weeklyOf(weekly))) fields[`weekly.${index}`] = OVERLAP;
  for (const index of notRanges(weekly)) fields[`weekly.${index}`] = NO_SUCH_RANGE;
  for (const rule of rulesOutOfLimits(rules)) fields[`rules.${rule}`] = 'Cette valeur est hors des limites.';
  for (const [index, travel] of travels.entries()) {
    if (!isZoneName(travel.zone)) fields[`travels.${index}`] = NO_SUCH_ZONE;
    if (!isDateSpan(travel)) fields[`travels.${index}`] = NO_SUCH_SPAN;
    if (travels.slice(0, index).some((other) => shareDay(other, travel)))
      fields[`travels.${index}`] = 'Ces voyages ont des jours en commun.';
  }
  refuse(fields);
}

/** @throws AppError bad_hours, `last` */
export function checkDateSpan(span: DateSpan): void {
  refuse(isDateSpan(span) ? {} : { last: NO_SUCH_SPAN });
}

const isDateSpan = (span: DateSpan): boolean => {
  const days = daysOfSpan(span);
  return days >= RULE_LIMITS.spanDays.min && days <= RULE_LIMITS.spanDays.max;
};
// ISO dates sort as text.
const shareDay = (a: DateSpan, b: DateSpan): boolean => a.first <= b.last && b.first <= a.last;

/** @throws AppError bad_hours, `ranges.<index>` */
export function checkRangesOfDate(ranges: readonly WallRange[]): void {
  const fields: Record<string, string> = {};
  for (const index of overlappingRanges(ranges)) fields[`ranges.${index}`] = OVERLAP;
  for (const index of notRanges(ranges)) fields[`ranges.${index}`] = NO_SUCH_RANGE;
  refuse(fields);
}

const notRanges = (ranges: readonly WallRange[]): number[] =>
  ranges.flatMap((range, index) => (isWallRange(range) ? [] : [index]));

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('bad_hours', 'bad_hours', { fields });
}
