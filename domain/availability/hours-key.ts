import type { WallRange } from '#domain/availability/hours.ts';
import type { BookingRules } from '#domain/availability/rules.ts';

/** What a streamer saves as a whole: the week, its zone and the rules of booking. */
export interface SavedHours {
  readonly zone: string;
  readonly weekly: readonly (WallRange & { readonly weekday: number })[];
  readonly rules: BookingRules;
  readonly closedOnHolidays: boolean;
}

/** The same text for the same hours, in whatever order they are listed. By it two tabs learn that one of them is behind. */
export function hoursKey({ zone, weekly, rules, closedOnHolidays }: SavedHours): string {
  const week = weekly
    .map(({ weekday, from, to }) => [weekday, from, to] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const { bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes } = rules;
  const { horizonDays, stepMinutes, maxPerDay, maxPerWeek } = rules;
  const limits = [horizonDays, stepMinutes, maxPerDay, maxPerWeek];
  const pauses = [bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes];
  return JSON.stringify([zone, closedOnHolidays, week, pauses, limits]);
}
