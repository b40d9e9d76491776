import fc from 'fast-check';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type EpochDay, type LocalDate, localDateOf, type Weekday } from '#product/shared/time/local-date.ts';
import type { BookingRules, BookingWindow } from '../availability.ts';
import type { AvailabilityContext, Occupied } from '../availability-context.ts';
import type { DateException, DateSpan, Travel, WallRange, WeeklyRange } from '../hours.ts';

/** Moments around which clocks change in odd ways, with the zone in which they do; and an ordinary one. */
export const ODD_MOMENTS: readonly (readonly [zone: string, moment: string])[] = [
  ['UTC', '2026-11-21T12:00Z'],
  ['Europe/Paris', '2026-03-29T01:00Z'],
  ['Europe/Paris', '2026-10-25T01:00Z'],
  ['America/Montreal', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Pacific/Chatham', '2026-04-04T14:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00Z'],
  ['Asia/Kathmandu', '2026-11-21T12:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['America/Asuncion', '2017-10-01T04:00Z'],
  ['America/Asuncion', '2018-03-25T03:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00Z'],
];

const FIVE_MINUTES = 5 * 60_000;
const DAY = 86_400_000;

/** Everything lies on whole five minutes, so that the slow reference may proceed in such steps and miss nothing. */
export interface Scene {
  readonly context: AvailabilityContext;
  /** Two days around the odd moment. */
  readonly range: Interval;
}

const wallRange: fc.Arbitrary<WallRange> = fc
  .tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 1, max: 288 }))
  .map(([from, length]) => ({ from: from * 5, to: (from + length) * 5 }));

const weeklyRange: fc.Arbitrary<WeeklyRange> = fc
  .tuple(wallRange, fc.integer({ min: 1, max: 7 }))
  .map(([range, weekday]) => ({ ...range, weekday: weekday as Weekday }));

const rules = (moment: number): fc.Arbitrary<BookingRules> =>
  fc.record({
    bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 30),
    bufferAfterMinutes: fc.constantFrom(0, 10, 10, 45),
    noticeMinutes: fc.constantFrom(0, 60, 60, 24 * 60),
    horizonDays: fc.constantFrom(1, 3, 60, 60, 60),
    stepMinutes: fc.constantFrom(5, 15, 15, 20, 30, 45, 60, 90, 120),
    maxPerDay: fc.constantFrom(null, null, null, 1, 2),
    maxPerWeek: fc.constantFrom(null, null, 4, 9),
    maxPerMonth: fc.constantFrom(null, null, null, 5, 10),
    window: window(moment),
  });

const window = (moment: number): fc.Arbitrary<BookingWindow> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'days' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'open_days' } as const) },
    { weight: 2, arbitrary: dateSpan(moment).map((span) => ({ kind: 'dates', ...span }) as const) },
  );

/** From a day near the moment on, for up to five days. */
const dateSpan = (moment: number): fc.Arbitrary<DateSpan> =>
  fc.tuple(fc.integer({ min: -4, max: 3 }), fc.integer({ min: 0, max: 4 })).map(([days, more]) => ({
    first: dateNear(moment, days),
    last: dateNear(moment, days + more),
  }));

/** Travels do not share a day. */
const travels = (moment: number): fc.Arbitrary<Travel[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Travel[]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(dateSpan(moment), fc.constantFrom(...ODD_MOMENTS.map(([zone]) => zone)))
        .map(([span, zone]) => [{ ...span, zone }]),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...ODD_MOMENTS.map(([zone]) => zone)), { minLength: 2, maxLength: 3 })
        .map((zones) =>
          zones.map((zone, index) => ({
            zone,
            first: dateNear(moment, index - 1),
            last: dateNear(moment, index - 1),
          })),
        ),
    },
  );

const around = (moment: number, days: number): fc.Arbitrary<Instant> =>
  fc
    .integer({ min: (-days * DAY) / FIVE_MINUTES, max: (days * DAY) / FIVE_MINUTES })
    .map((steps) => (moment + steps * FIVE_MINUTES) as Instant);

const occupied = (moment: number): fc.Arbitrary<Occupied> =>
  fc
    .record({
      start: around(moment, 4),
      minutes: fc.constantFrom(30, 60, 60, 90),
      offerId: fc.constantFrom('coaching', 'duo'),
      bufferBeforeMinutes: fc.constantFrom(0, 15),
      bufferAfterMinutes: fc.constantFrom(0, 10),
      seatsTaken: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ minutes, ...rest }) => ({ ...rest, end: (rest.start + minutes * 60_000) as Instant }));

/** One group session of the wanted offer with one to four bookings of it. */
const groupSession = (moment: number, durationMinutes: number): fc.Arbitrary<Occupied[]> =>
  fc.tuple(around(moment, 1), fc.integer({ min: 1, max: 4 })).map(([start, bookings]) =>
    Array.from({ length: bookings }, () => ({
      start,
      end: (start + durationMinutes * 60_000) as Instant,
      offerId: 'coaching',
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 10,
      seatsTaken: 1,
    })),
  );

const busy = (moment: number): fc.Arbitrary<Interval> =>
  fc
    .tuple(around(moment, 3), fc.integer({ min: 0, max: 72 }))
    .map(([start, steps]) => ({ start, end: (start + steps * FIVE_MINUTES) as Instant }));

const exception = (moment: number): fc.Arbitrary<DateException> =>
  fc
    .tuple(nearDate(moment), fc.array(wallRange, { maxLength: 2 }))
    .map(([date, ranges]) => ({ date, ranges }));

const dateNear = (moment: number, days: number): LocalDate =>
  localDateOf((Math.floor(moment / DAY) + days) as EpochDay);
const nearDate = (moment: number) => fc.integer({ min: -3, max: 3 }).map((days) => dateNear(moment, days));

/** A streamer with any hours, rules and bookings, around a moment at which the clocks of the zone are odd. */
export const scene: fc.Arbitrary<Scene> = fc.constantFrom(...ODD_MOMENTS).chain(([zone, iso]) => {
  const moment = parseInstant(iso);
  const wanted = fc.record({
    offerId: fc.constant('coaching'),
    durationMinutes: fc.constantFrom(15, 30, 60, 60, 90, 120),
    capacity: fc.constantFrom(1, 2, 3),
    seats: fc.constantFrom(1, 1, 1, 2),
  });
  const sessions = (durationMinutes: number) =>
    fc
      .tuple(
        fc.array(occupied(moment), { maxLength: 5 }),
        fc.array(groupSession(moment, durationMinutes), { maxLength: 6 }),
      )
      .map(([some, groups]) => [...some, ...groups.flat()]);
  const streamer = fc.record({
    hours: fc.record({
      zone: fc.constant(zone),
      weekly: fc.array(weeklyRange, { minLength: 6, maxLength: 16 }),
      exceptions: fc.uniqueArray(exception(moment), { maxLength: 2, selector: ({ date }) => date }),
      holidays: fc.array(nearDate(moment), { maxLength: 1 }),
      absences: fc.oneof(fc.constant([]), fc.constant([]), fc.array(dateSpan(moment), { maxLength: 2 })),
      travels: travels(moment),
    }),
    rules: rules(moment),
    busy: fc.array(busy(moment), { maxLength: 3 }),
    attending: fc.array(busy(moment), { maxLength: 2 }),
    now: around(moment - 3 * DAY, 3),
  });
  const context: fc.Arbitrary<AvailabilityContext> = wanted.chain((offer) =>
    fc
      .tuple(streamer, sessions(offer.durationMinutes))
      .map(([rest, booked]) => ({ ...rest, wanted: offer, occupied: booked })),
  );
  const range = { start: (moment - DAY) as Instant, end: (moment + DAY) as Instant };
  return context.map((asked) => ({ context: asked, range }));
});

/** Every fifth minute of a range. */
export function everyFiveMinutes({ start, end }: Interval): Instant[] {
  const instants: Instant[] = [];
  for (let at: number = start; at < end; at += FIVE_MINUTES) instants.push(at as Instant);
  return instants;
}
