import { parseInstant as at, minutesAfter } from '#product/shared/time/instant.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { type BookingRules, DEFAULT_RULES } from '../availability.ts';
import type { AvailabilityContext, Occupied } from '../availability-context.ts';
import { checkAvailability } from '../check-availability.ts';
import type { OpeningHours, WeeklyRange } from '../hours.ts';
import { freeStarts } from '../slots.ts';

const EVERY_DAY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
export const daily = (from: number, to: number): WeeklyRange[] =>
  EVERY_DAY.map((weekday) => ({ weekday, from: from * 60, to: to * 60 }));

/**
 * A streamer in Paris, open 15:00-18:00 every day, with a viewer who wants an hour and looks long before; the test may override anything.
 */
export function asked({
  hours = {},
  rules = {},
  ...rest
}: { hours?: Partial<OpeningHours>; rules?: Partial<BookingRules> } & Partial<
  Omit<AvailabilityContext, 'hours' | 'rules'>
> = {}): AvailabilityContext {
  return {
    hours: {
      zone: 'Europe/Paris',
      weekly: daily(15, 18),
      exceptions: [],
      holidays: [],
      absences: [],
      travels: [],
      ...hours,
    },
    rules: { ...DEFAULT_RULES, stepMinutes: 30, bufferAfterMinutes: 0, horizonDays: 365, ...rules },
    busy: [],
    attending: [],
    occupied: [],
    wanted: { offerId: 'coaching', durationMinutes: 60, capacity: 1, seats: 1 },
    now: at('2026-01-05T08:00Z'),
    ...rest,
  };
}

export const booked = (start: string, changes: Partial<Occupied> = {}): Occupied => ({
  start: at(start),
  end: minutesAfter(at(start), 60),
  offerId: 'coaching',
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  seatsTaken: 1,
  ...changes,
});

/** The wall times, in the streamer's zone, of the free starts between two instants. */
export function wallTimes(context: AvailabilityContext, from: string, to: string): string[] {
  const starts = freeStarts(context, { start: at(from), end: at(to) });
  return starts.map((start) => new Date(wallTimeAt(context.hours.zone, start)).toISOString().slice(11, 16));
}

export const reasonAt = (context: AvailabilityContext, start: string) => {
  const availability = checkAvailability(context, at(start));
  return availability.free ? 'free' : availability.reason;
};
