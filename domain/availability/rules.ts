/** A streamer's rules of booking (the product's rules, Booking). Minutes, days and counts as the names say. */
export interface BookingRules {
  /** Kept free before and after each session; frozen on the booking when it is made. */
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  /** A start is offered no later than this before it. Elapsed time, not wall time. */
  readonly noticeMinutes: number;
  /** A start is offered this many whole days ahead, today not counted, in the streamer's zone. */
  readonly horizonDays: number;
  /** Starts lie on multiples of this from midnight on the streamer's wall. */
  readonly stepMinutes: number;
  /** Sessions that may begin in one day, and in one week from Monday, on the streamer's wall. Null: no limit. */
  readonly maxPerDay: number | null;
  readonly maxPerWeek: number | null;
}

export const DEFAULT_RULES: BookingRules = {
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  noticeMinutes: 24 * 60,
  horizonDays: 60,
  stepMinutes: 15,
  maxPerDay: null,
  maxPerWeek: null,
};

/** What a streamer may choose. The steps all divide a day, so that every day has the same starts. */
export const RULE_LIMITS = {
  bufferMinutes: { min: 0, max: 120 },
  noticeMinutes: { min: 0, max: 30 * 24 * 60 },
  horizonDays: { min: 1, max: 365 },
  stepMinutes: [5, 10, 15, 20, 30, 60],
  maxPerDay: { min: 1, max: 50 },
  maxPerWeek: { min: 1, max: 200 },
} as const;

export const OFFER_DURATIONS_MINUTES = [15, 30, 45, 60, 90, 120] as const;
export const OFFER_SEATS = { min: 1, max: 12 } as const;
export const MOST_INTAKE_QUESTIONS = 6;

/** The names of the rules that are outside their limits; empty when all is well. */
export function rulesOutOfLimits(rules: BookingRules): (keyof BookingRules)[] {
  const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
    Number.isInteger(value) && value >= min && value <= max;
  const checks: Record<keyof BookingRules, boolean> = {
    bufferBeforeMinutes: within(rules.bufferBeforeMinutes, RULE_LIMITS.bufferMinutes),
    bufferAfterMinutes: within(rules.bufferAfterMinutes, RULE_LIMITS.bufferMinutes),
    noticeMinutes: within(rules.noticeMinutes, RULE_LIMITS.noticeMinutes),
    horizonDays: within(rules.horizonDays, RULE_LIMITS.horizonDays),
    stepMinutes: RULE_LIMITS.stepMinutes.some((step) => step === rules.stepMinutes),
    maxPerDay: rules.maxPerDay === null || within(rules.maxPerDay, RULE_LIMITS.maxPerDay),
    maxPerWeek: rules.maxPerWeek === null || within(rules.maxPerWeek, RULE_LIMITS.maxPerWeek),
  };
  return (Object.keys(checks) as (keyof BookingRules)[]).filter((rule) => !checks[rule]);
}
