import fc from 'fast-check';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { hoursAfter, type Instant, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import type { Booking, Confirmed, Held, InProgress, Requested } from '../booking.ts';
import type { Actor, BookingEvent, BookingEventType } from '../events.ts';
import { POLICIES, POLICY_NAMES } from '../policies.ts';
import { transition } from '../transition.ts';

/** When the bookings of the tests are made, and when they begin: five days later. */
export const MADE_AT = parseInstant('2026-11-30T19:00Z');
export const START = hoursAfter(MADE_AT, 120);

/** An instant held slot at 50 EUR under Standard, an hour long; the test may override anything. */
export function held(changes: Partial<Held> = {}): Held {
  return {
    status: 'held',
    id: 'booking-1',
    streamerId: 'streamer-1',
    viewerId: 'viewer-1',
    offerId: 'offer-1',
    confirmation: 'instant',
    start: START,
    durationMinutes: 60,
    price: cents(5_000),
    fee: basisPoints(1_500),
    settingsVersion: 1,
    policy: POLICIES.standard,
    agreedStart: changes.start ?? START,
    reschedules: 0,
    revision: 0,
    heldAt: MADE_AT,
    paying: false,
    extended: false,
    ...changes,
  };
}

/** The booking after the event; throws when the event is refused. */
export function after<Status extends Booking['status']>(
  booking: Booking,
  event: BookingEvent,
  at: Instant,
  status: Status,
): Extract<Booking, { status: Status }> {
  const result = transition(booking, event, at);
  if (!result.ok) throw new Error(`${event.type} refused: ${result.refusal}`);
  if (result.value.status !== status) throw new Error(`it became ${result.value.status}`);
  return result.value as Extract<Booking, { status: Status }>;
}

const paid = (at: Instant) =>
  [{ type: 'authorise_payment', by: 'system' } as const, minutesAfter(at, 1)] as const;

export function confirmed(changes: Partial<Held> = {}): Confirmed {
  const slot = held(changes);
  return after(slot, ...paid(slot.heldAt), 'confirmed');
}

export function requested(changes: Partial<Held> = {}): Requested {
  const slot = held({ confirmation: 'on_request', ...changes });
  return after(slot, ...paid(slot.heldAt), 'requested');
}

export function inProgress(changes: Partial<Held> = {}): InProgress {
  const booking = confirmed(changes);
  return after(booking, { type: 'begin', by: 'system' }, booking.start, 'in_progress');
}

/** One event of each type, made by the given actor. */
export function eventOf(
  type: BookingEventType,
  by: Actor,
  start: Instant = minutesAfter(START, 90),
): BookingEvent {
  if (type === 'reschedule' || type === 'propose') return { type, by, start };
  if (type === 'settle') return { type, by, attendance: { streamer: [], viewer: [] } };
  if (type === 'extend_session' || type === 'retract_extension')
    return { type, by, minutes: 15, price: cents(1_250) };
  if (type === 'reprice') return { type, by, price: cents(4_000), fee: basisPoints(1_500) };
  return { type, by };
}

export const anyHeld: fc.Arbitrary<Held> = fc
  .record({
    confirmation: fc.constantFrom('instant' as const, 'on_request' as const),
    price: fc.constantFrom(0, 500, 4_999, 12_345).map(cents),
    policy: fc.constantFrom(...POLICY_NAMES).map((name) => POLICIES[name]),
    durationMinutes: fc.constantFrom(15, 30, 45, 60, 90, 120),
    start: fc.integer({ min: 1, max: 10 * 24 * 4 }).map((quarters) => minutesAfter(MADE_AT, quarters * 15)),
  })
  .map((changes) => held(changes));
