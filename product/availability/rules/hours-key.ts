import type { LocalDate } from '#product/shared/time/local-date.ts';
import type { BookingWindow, StreamerRules } from './availability.ts';
import type { Travel, WallRange } from './hours.ts';

/** With dates as texts, as a page sends them. */
type Loose<Dated> = Dated extends unknown
  ? { readonly [Part in keyof Dated]: Dated[Part] extends LocalDate ? string : Dated[Part] }
  : never;

/**
 * The hours that a streamer saves as a whole: the week, its zone, the rules of booking, and where
 * they travel.
 */
export interface SavedHours {
  readonly zone: string;
  readonly weekly: readonly (WallRange & { readonly weekday: number })[];
  readonly rules: Omit<StreamerRules, 'window'> & {
    readonly window: Loose<BookingWindow>;
  };
  readonly closedOnHolidays: boolean;
  readonly travels: readonly Loose<Travel>[];
}

/**
 * The same text for the same hours, in whatever order they are listed. Comparing it tells a tab
 * that another one has saved since it loaded.
 */
export function hoursKey({ zone, weekly, rules, closedOnHolidays, travels }: SavedHours): string {
  const week = weekly
    .map(({ weekday, from, to }) => [weekday, from, to] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const { bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes, horizonDays, window } = rules;
  const { maxPerDay, maxPerWeek, maxPerMonth } = rules;
  const dates = window.kind === 'dates' ? [window.first, window.last] : [];
  const limits = [horizonDays, window.kind, ...dates, maxPerDay, maxPerWeek, maxPerMonth];
  const pauses = [bufferBeforeMinutes, bufferAfterMinutes, noticeMinutes];
  const journeys = travels.map((travel) => [travel.first, travel.last, travel.zone].join()).sort();
  return JSON.stringify([zone, closedOnHolidays, week, pauses, limits, journeys]);
}
