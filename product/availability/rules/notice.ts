import { earliest, hoursAfter, type Instant } from '#product/shared/time/instant.ts';

// The product's rules: how long a slot is kept for somebody, and what time before its start that
// takes.
export const HOLD_MINUTES = 10;
export const HOLD_MINUTES_WHILE_PAYING = 15;
/** A viewer may extend the hold once, by as long as it lasted first. */
export const HOLD_EXTENSION_MINUTES = 10;

export const ANSWER_HOURS = 48;
export const ANSWER_HOURS_BEFORE_START = 12;
/**
 * The least time that the streamer has to answer a request: on-request offers need that much more
 * notice.
 */
export const LEAST_ANSWER_HOURS = 1;

export const RESCHEDULE_WITHIN_DAYS = 30;

/**
 * Until when a request, or a proposal, made at `at` for the starts given may be answered: min(48 h,
 * start - 12 h).
 */
export function answerBy(at: Instant, ...starts: Instant[]): Instant {
  return earliest(
    hoursAfter(at, ANSWER_HOURS),
    ...starts.map((start) => hoursAfter(start, -ANSWER_HOURS_BEFORE_START)),
  );
}

/**
 * The notice that an offer needs, in minutes: the streamer's rule, and for on-request offers at
 * least enough that a hold can run its full time and still leave an hour to answer. Goes into the
 * slot engine's rules, so such starts are never offered.
 */
export function noticeFor(ruleMinutes: number, confirmation: 'instant' | 'on_request'): number {
  if (confirmation === 'instant') return ruleMinutes;
  const longestHold = HOLD_MINUTES_WHILE_PAYING + HOLD_EXTENSION_MINUTES;
  return Math.max(ruleMinutes, (ANSWER_HOURS_BEFORE_START + LEAST_ANSWER_HOURS) * 60 + longestHold);
}
