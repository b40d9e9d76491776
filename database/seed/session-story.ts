import { randomUUID } from 'node:crypto';
import {
  type Attendance,
  type Booking,
  type BookingTerms,
  endOf,
  type Held,
} from '#product/booking/rules/booking.ts';
import { nextDeadline, settlementChecks } from '#product/booking/rules/deadlines.ts';
import type { BookingEvent } from '#product/booking/rules/events.ts';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { transition } from '#product/booking/rules/transition.ts';
import { type BasisPoints, basisPoints, type Cents, cents } from '#product/shared/money/cents.ts';
import {
  formatInstant,
  type Instant,
  later,
  MILLIS_PER_MINUTE,
  minutesAfter,
} from '#product/shared/time/instant.ts';
import type { Chance } from './chance.ts';
import type { OfferDraft } from './page-draft.ts';

/** The sum that a code took off a place, and the terms that it left. */
export interface DemoDiscount {
  readonly codeId: string;
  readonly code: string;
  readonly bearer: 'streamer' | 'platform';
  readonly price: Cents;
  readonly fee: BasisPoints;
  readonly amount: Cents;
}

/** How a session of the past, or one to come, went. */
export type Course =
  | 'to_come'
  | 'asked'
  | 'completed'
  | 'cut_short'
  | 'viewer_absent'
  | 'streamer_absent'
  | 'viewer_cancelled'
  | 'streamer_cancelled'
  | 'declined';

export interface Step {
  readonly at: Instant;
  readonly event: BookingEvent | { readonly type: 'hold'; readonly by: 'viewer' };
  readonly from: Booking | null;
  readonly to: Booking;
}

export interface Story {
  readonly steps: readonly Step[];
  readonly last: Booking;
  /** In the room; null when the session did not begin. */
  readonly attendance: Attendance | null;
  readonly discount: DemoDiscount | null;
}

export interface Plot {
  readonly streamerId: string;
  readonly viewerId: string;
  readonly offerId: string;
  readonly offer: OfferDraft;
  readonly start: Instant;
  readonly heldAt: Instant;
  readonly course: Course;
  readonly discount: DemoDiscount | null;
}

/**
 * Runs a booking's life through the rules of product/booking/rules, so that everything in the demo
 * could really have happened.
 */
export function tell(plot: Plot, chance: Chance): Story {
  const { offer, start, heldAt, course, discount } = plot;
  const terms: BookingTerms = {
    id: randomUUID(),
    streamerId: plot.streamerId,
    viewerId: plot.viewerId,
    offerId: plot.offerId,
    confirmation: offer.onRequest ? 'on_request' : 'instant',
    start,
    durationMinutes: offer.minutes,
    price: cents(offer.euros * 100),
    fee: basisPoints(1_500),
    settingsVersion: 1,
    policy: POLICIES[offer.policy ?? 'standard'],
    agreedStart: start,
    reschedules: 0,
    revision: 0,
  };
  const held: Held = { ...terms, status: 'held', heldAt, paying: false, extended: false };
  const steps: Step[] = [{ at: heldAt, event: { type: 'hold', by: 'viewer' }, from: null, to: held }];
  let booking: Booking = held;
  const happen = (event: BookingEvent, at: Instant): void => {
    const result = transition(booking, event, at);
    if (!result.ok) throw new Error(`the demo cannot ${event.type}: ${result.refusal}`);
    steps.push({ at, event, from: booking, to: result.value });
    booking = result.value;
  };
  const done = (attendance: Attendance | null = null): Story => ({
    steps,
    last: booking,
    attendance,
    discount,
  });

  const paidAt = minutesAfter(heldAt, chance.between(2, 6));
  if (offer.euros === 0) happen({ type: 'take_for_free', by: 'viewer' }, paidAt);
  else {
    if (discount !== null) {
      const { price, fee } = discount;
      happen({ type: 'reprice', by: 'viewer', price, fee }, minutesAfter(heldAt, 1));
    }
    happen({ type: 'start_payment', by: 'viewer' }, minutesAfter(heldAt, 1));
    happen({ type: 'authorise_payment', by: 'system' }, paidAt);
  }
  if (course === 'asked') return done();
  let agreedAt = paidAt;
  if (offer.onRequest) {
    agreedAt = minutesAfter(paidAt, chance.between(5, 55));
    if (course === 'declined') {
      happen({ type: 'decline', by: 'streamer' }, agreedAt);
      return done();
    }
    happen({ type: 'accept', by: 'streamer' }, agreedAt);
  }
  if (course === 'to_come') return done();
  if (course === 'viewer_cancelled' || course === 'streamer_cancelled') {
    const by = course === 'viewer_cancelled' ? 'viewer' : 'streamer';
    happen(
      { type: 'cancel', by },
      later(agreedAt, Math.floor((start - agreedAt) * (0.1 + 0.85 * chance.next()))),
    );
    return done();
  }
  happen({ type: 'begin', by: 'system' }, start);
  const attendance = presenceOf(course, terms, chance);
  for (const at of settlementChecks(terms)) {
    const settled = transition(booking, { type: 'settle', by: 'system', attendance }, at);
    if (!settled.ok) continue;
    happen({ type: 'settle', by: 'system', attendance }, at);
    return done(attendance);
  }
  throw new Error('a session of the demo does not settle');
}

function presenceOf(course: Course, terms: BookingTerms, chance: Chance): Attendance {
  const { start } = terms;
  const end = endOf(terms);
  const early = (): Instant => later(start, -chance.between(0, 8) * MILLIS_PER_MINUTE);
  const viewer = [{ start: later(early(), MILLIS_PER_MINUTE), end }];
  if (course === 'viewer_absent')
    return { streamer: [{ start: early(), end: minutesAfter(start, 16) }], viewer: [] };
  if (course === 'streamer_absent')
    return { streamer: [], viewer: [{ start: early(), end: minutesAfter(start, 11) }] };
  if (course !== 'cut_short') return { streamer: [{ start: early(), end }], viewer };
  const cut = minutesAfter(
    start,
    Math.max(11, Math.floor(terms.durationMinutes * (0.4 + 0.4 * chance.next()))),
  );
  return { streamer: [{ start: early(), end: cut }], viewer: [{ start: early(), end: cut }] };
}

/** The due columns of a booking's row. */
export function dueOf(booking: Booking): { due_event: string | null; due_at: string | null } {
  const due = nextDeadline(booking);
  return { due_event: due?.event ?? null, due_at: due ? formatInstant(due.at) : null };
}
