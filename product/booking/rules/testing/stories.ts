import fc from 'fast-check';
import { basisPoints, minus, shareOf } from '#product/shared/money/cents.ts';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import type { Booking, Held } from '../booking.ts';
import { nextDeadline } from '../deadlines.ts';
import { type Actor, type BookingEvent, type BookingEventType, LIFECYCLE } from '../events.ts';
import { nextExtension } from '../extension.ts';
import { transition } from '../transition.ts';
import { anyHeld } from './bookings.ts';

export interface Step {
  readonly before: Booking;
  readonly after: Booking;
  readonly event: BookingEvent;
  readonly at: Instant;
}

/** A hold and what happened to it. Events that were refused are left out of `steps`. */
export interface Story {
  readonly hold: Held;
  readonly steps: readonly Step[];
  readonly last: Booking;
  readonly at: Instant;
}

const ACTORS: readonly Actor[] = ['viewer', 'streamer', 'admin', 'system'];

/** What somebody tries next, independent of the booking to which it will be applied. */
interface Attempt {
  readonly pick: number;
  /** Leads on to the session rather than ending the booking before it. */
  readonly patient: boolean;
  /** By somebody who is allowed to, or by anybody. */
  readonly honest: boolean;
  readonly by: Actor;
  readonly wait: { readonly minutes: number } | 'until the next deadline';
  /** Minutes from the booking's start. */
  readonly newStart: number;
  readonly streamer: readonly [from: number, minutes: number];
  readonly viewer: readonly [from: number, minutes: number];
}

const presence = fc.tuple(fc.constantFrom(-5, -2, 0, 3, 20), fc.constantFrom(0, 15, 40, 130));

const anyAttempt: fc.Arbitrary<Attempt> = fc.record({
  pick: fc.nat(100),
  patient: fc.integer({ min: 0, max: 2 }).map((roll) => roll > 0),
  honest: fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0),
  by: fc.constantFrom(...ACTORS),
  wait: fc.oneof(
    { weight: 6, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 2_880 }) }) },
    { weight: 1, arbitrary: fc.constant('until the next deadline' as const) },
  ),
  newStart: fc.integer({ min: -500, max: 3_500 }).map((quarters) => quarters * 15),
  streamer: presence,
  viewer: presence,
});

/** A random course of events around a random booking: mostly ones that can happen, at the moments at which something is due. */
export const anyStory: fc.Arbitrary<Story> = fc
  .tuple(anyHeld, fc.array(anyAttempt, { minLength: 1, maxLength: 25 }))
  .map(([hold, attempts]) => {
    const steps: Step[] = [];
    let booking: Booking = hold;
    // As it was sold: a code changes the price of a place that is held.
    let sold = hold;
    let at: Instant = hold.heldAt;
    for (const attempt of attempts) {
      at = momentOf(attempt, booking, at);
      const event = eventFor(attempt, booking, sold);
      const result = transition(booking, event, at);
      if (!result.ok) continue;
      steps.push({ before: booking, after: result.value, event, at });
      booking = result.value;
      if (booking.status === 'held') sold = booking;
    }
    return { hold, steps, last: booking, at };
  });

function momentOf({ wait }: Attempt, booking: Booking, at: Instant): Instant {
  if (wait !== 'until the next deadline') return minutesAfter(at, wait.minutes);
  return Math.max(at, nextDeadline(booking)?.at ?? at) as Instant;
}

const ENDS_EARLY: ReadonlySet<BookingEventType> = new Set<BookingEventType>([
  'release_hold',
  'decline',
  'cancel',
  'refuse_proposal',
  'expire',
]);

function towardsSession(booking: Booking): BookingEventType {
  if (booking.status === 'held') return booking.price > 0 ? 'authorise_payment' : 'take_for_free';
  if (booking.status === 'requested') return 'accept';
  return booking.status === 'confirmed' ? 'begin' : 'settle';
}

function eventFor(attempt: Attempt, booking: Booking, sold: Held): BookingEvent {
  const legal = Object.keys(LIFECYCLE[booking.status]) as BookingEventType[];
  const picked = legal[attempt.pick % legal.length] ?? 'cancel';
  const type = attempt.patient && ENDS_EARLY.has(picked) ? towardsSession(booking) : picked;
  const allowed = LIFECYCLE[booking.status][type] ?? ACTORS;
  const by = attempt.honest ? (allowed[attempt.pick % allowed.length] ?? attempt.by) : attempt.by;
  const at = (minutes: number) => minutesAfter(booking.start, minutes);
  if (type === 'reschedule' || type === 'propose') return { type, by, start: at(attempt.newStart) };
  if (type === 'extend_session') return { type, by, ...nextExtension(booking) };
  if (type === 'retract_extension') {
    // Only what was added can be taken back; here all of it.
    const minutes = booking.durationMinutes - sold.durationMinutes;
    return { type, by, minutes: minutes || booking.durationMinutes, price: minus(booking.price, sold.price) };
  }
  // A code takes a tenth off.
  if (type === 'reprice')
    return { type, by, price: shareOf(booking.price, basisPoints(9_000)), fee: booking.fee };
  if (type !== 'settle') return { type, by };
  const intervals = ([from, minutes]: Attempt['viewer']) => [{ start: at(from), end: at(from + minutes) }];
  return {
    type,
    by,
    attendance: { streamer: intervals(attempt.streamer), viewer: intervals(attempt.viewer) },
  };
}
