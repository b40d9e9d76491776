import { MOST_DAYS_LISTED } from '#contracts/availability.ts';
import { AppError } from '#contracts/errors.ts';
import { RULE_LIMITS } from '#domain/availability/rules.ts';
import { daysAfter, type Instant, instantOf, MILLIS_PER_DAY, parseInstant } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';

/**
 * The stretch that was asked about, without what can hold no start: the past, and beyond every horizon.
 * @throws AppError invalid_input when it is empty or longer than 100 days
 */
export function offeredSpan(from: string, until: string, now: Date): Interval {
  const asked = { start: parseInstant(from), end: parseInstant(until) };
  if (asked.end <= asked.start) {
    throw new AppError('invalid_input', 'until comes before from', {
      fields: { until: 'Cette fin précède le début.' },
    });
  }
  if (asked.end - asked.start > MOST_DAYS_LISTED * MILLIS_PER_DAY) {
    const fields = { until: `Demandez ${MOST_DAYS_LISTED} jours au plus.` };
    throw new AppError('invalid_input', 'more than 100 days', { fields });
  }
  const nothingBefore = daysAfter(instantOf(now.getTime()), -1);
  const start = clamp(asked.start, nothingBefore, lastHorizon(now));
  return { start, end: clamp(asked.end, nothingBefore, lastHorizon(now)) };
}

/** No streamer offers anything later: the longest horizon, and two days for the zones. */
export const lastHorizon = (now: Date): Instant =>
  daysAfter(instantOf(now.getTime()), RULE_LIMITS.horizonDays.max + 2);

const clamp = (instant: Instant, least: Instant, most: Instant): Instant =>
  Math.min(Math.max(instant, least), most) as Instant;
