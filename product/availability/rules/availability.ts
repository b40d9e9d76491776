import { epochDayOf, type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import type { WeeklyRange } from './hours.ts';

/**
 * The days on which starts are offered, counted in the streamer's zone. Never more than a year
 * ahead.
 */
export type BookingWindow =
  /** The `horizonDays` days after today. */
  | { readonly kind: 'days' }
  /** The `horizonDays` next days after today that have opening hours. */
  | { readonly kind: 'open_days' }
  /** From one date to another, both included. */
  | { readonly kind: 'dates'; readonly first: LocalDate; readonly last: LocalDate };

/** The window as stored in a row: texts of dates for a window of dates, else null. */
const bookingWindow = (kind: string, first: string | null, last: string | null): BookingWindow =>
  first !== null && last !== null
    ? { kind: 'dates', first: parseLocalDate(first), last: parseLocalDate(last) }
    : { kind: kind === 'open_days' ? 'open_days' : 'days' };

/**
 * A streamer sets these for all of their offers (the product's rules, Booking). Minutes, days and
 * counts as the names say.
 */
export interface StreamerRules {
  /** Kept free before and after each session; frozen on the booking when it is made. */
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  /** A start is offered until this long before it. Elapsed time, not local time. */
  readonly noticeMinutes: number;
  /**
   * A start is offered this many whole days ahead, today not counted, in the streamer's zone;
   * `window` says which days count.
   */
  readonly horizonDays: number;
  readonly window: BookingWindow;
  /**
   * The most sessions that may begin in one day, one week from Monday, one month of the calendar,
   * in the streamer's zone. Null: no limit.
   */
  readonly maxPerDay: number | null;
  readonly maxPerWeek: number | null;
  readonly maxPerMonth: number | null;
}

/** The rules as a streamer's row has them. */
export const rulesOfRow = (row: {
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  notice_minutes: number;
  horizon_days: number;
  window_kind: string;
  window_first: string | null;
  window_last: string | null;
  max_per_day: number | null;
  max_per_week: number | null;
  max_per_month: number | null;
}): StreamerRules => ({
  bufferBeforeMinutes: row.buffer_before_minutes,
  bufferAfterMinutes: row.buffer_after_minutes,
  noticeMinutes: row.notice_minutes,
  horizonDays: row.horizon_days,
  window: bookingWindow(row.window_kind, row.window_first, row.window_last),
  maxPerDay: row.max_per_day,
  maxPerWeek: row.max_per_week,
  maxPerMonth: row.max_per_month,
});

/** The rules of one offer. */
export interface BookingRules extends StreamerRules {
  /**
   * Starts are so many minutes apart, counted from the moment at which the hours of a date begin.
   */
  readonly stepMinutes: number;
}

/**
 * An offer sets these for itself. Null: its streamer's value; for the step: as long as a session.
 */
export interface OfferRules {
  readonly stepMinutes: number | null;
  readonly bufferBeforeMinutes: number | null;
  readonly bufferAfterMinutes: number | null;
  readonly noticeMinutes: number | null;
  /**
   * Weekly hours of this offer alone; special dates, absences and travels remain the streamer's.
   */
  readonly weekly: readonly WeeklyRange[] | null;
}

/** An offer that uses its streamer's rules throughout. */
export const NO_RULES_OF_ITS_OWN: OfferRules = {
  stepMinutes: null,
  bufferBeforeMinutes: null,
  bufferAfterMinutes: null,
  noticeMinutes: null,
  weekly: null,
};

/** The rules by which sessions of an offer are booked. */
export function rulesOfOffer(rules: StreamerRules, offer: OfferRules, durationMinutes: number): BookingRules {
  return {
    ...rules,
    bufferBeforeMinutes: offer.bufferBeforeMinutes ?? rules.bufferBeforeMinutes,
    bufferAfterMinutes: offer.bufferAfterMinutes ?? rules.bufferAfterMinutes,
    noticeMinutes: offer.noticeMinutes ?? rules.noticeMinutes,
    stepMinutes: offer.stepMinutes ?? durationMinutes,
  };
}

export const DEFAULT_RULES: StreamerRules = {
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  noticeMinutes: 24 * 60,
  horizonDays: 60,
  window: { kind: 'days' },
  maxPerDay: null,
  maxPerWeek: null,
  maxPerMonth: null,
};

/** The bounds of a streamer's choice. */
export const RULE_LIMITS = {
  bufferMinutes: { min: 0, max: 120 },
  noticeMinutes: { min: 0, max: 30 * 24 * 60 },
  horizonDays: { min: 1, max: 365 },
  maxPerDay: { min: 1, max: 50 },
  maxPerWeek: { min: 1, max: 200 },
  maxPerMonth: { min: 1, max: 500 },
  /** Days from the first to the last of a window of dates, of an absence or of a travel. */
  spanDays: { min: 1, max: 366 },
} as const;

export const OFFER_DURATIONS_MINUTES = [15, 30, 45, 60, 90, 120] as const;
export const OFFER_SEATS = { min: 1, max: 12 } as const;
export const MOST_INTAKE_QUESTIONS = 6;

/** How far apart an offer's starts may be, when not as long as a session. */
export const OFFER_STEPS_MINUTES = [5, 10, 15, 20, 30, 45, 60] as const;

/**
 * Days from one date to another, both included; zero or negative when they are in the wrong order.
 */
export const daysOfSpan = ({ first, last }: { first: LocalDate; last: LocalDate }): number =>
  epochDayOf(last) - epochDayOf(first) + 1;

const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** The names of the rules that are outside their limits; empty when all are within. */
export function rulesOutOfLimits(rules: StreamerRules): (keyof StreamerRules)[] {
  const cap = (value: number | null, limits: { min: number; max: number }): boolean =>
    value === null || within(value, limits);
  const checks: Record<keyof StreamerRules, boolean> = {
    bufferBeforeMinutes: within(rules.bufferBeforeMinutes, RULE_LIMITS.bufferMinutes),
    bufferAfterMinutes: within(rules.bufferAfterMinutes, RULE_LIMITS.bufferMinutes),
    noticeMinutes: within(rules.noticeMinutes, RULE_LIMITS.noticeMinutes),
    horizonDays: within(rules.horizonDays, RULE_LIMITS.horizonDays),
    window: rules.window.kind !== 'dates' || within(daysOfSpan(rules.window), RULE_LIMITS.spanDays),
    maxPerDay: cap(rules.maxPerDay, RULE_LIMITS.maxPerDay),
    maxPerWeek: cap(rules.maxPerWeek, RULE_LIMITS.maxPerWeek),
    maxPerMonth: cap(rules.maxPerMonth, RULE_LIMITS.maxPerMonth),
  };
  return (Object.keys(checks) as (keyof StreamerRules)[]).filter((rule) => !checks[rule]);
}
