import { describe, expect, test } from 'vitest';
import { ENDED_STATUSES, LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import { cents } from '#product/shared/money/cents.ts';
import { hoursAfter, minutesAfter } from '#product/shared/time/instant.ts';
import type { BookingStatus } from './booking.ts';
import { type Actor, type BookingEvent, type BookingEventType, EVENT_TYPES, LIFECYCLE } from './events.ts';
import { confirmed, eventOf, held, inProgress, requested } from './testing/bookings.ts';
import { transition } from './transition.ts';

const ACTORS: readonly Actor[] = ['viewer', 'streamer', 'admin', 'system'];

/** Where each event leads, in words, from the product's rules. `=` stays. The test below proves each line. */
const LEADS_TO: Readonly<
  Record<string, Partial<Record<BookingEventType, readonly (BookingStatus | '=')[]>>>
> = {
  held: {
    start_payment: ['='],
    extend_hold: ['='],
    release_hold: ['expired'],
    reprice: ['='],
    authorise_payment: ['confirmed', 'requested'],
    take_for_free: ['confirmed', 'requested'],
    cancel: ['cancelled_by_streamer', 'cancelled_by_admin'],
    expire: ['expired'],
  },
  requested: {
    accept: ['confirmed'],
    decline: ['declined'],
    cancel: ['cancelled_by_viewer', 'cancelled_by_admin'],
    propose: ['='],
    withdraw_proposal: ['='],
    accept_proposal: ['confirmed'],
    refuse_proposal: ['declined'],
    expire: ['expired'],
  },
  confirmed: {
    cancel: ['cancelled_by_viewer', 'cancelled_by_streamer', 'cancelled_by_admin'],
    reschedule: ['='],
    propose: ['='],
    withdraw_proposal: ['='],
    accept_proposal: ['='],
    refuse_proposal: ['cancelled_by_streamer'],
    lapse_proposal: ['='],
    begin: ['in_progress'],
  },
  in_progress: {
    cancel: ['cancelled_by_admin'],
    extend_session: ['='],
    retract_extension: ['='],
    settle: ['completed', 'viewer_no_show', 'streamer_no_show'],
  },
};

/** Bookings and moments that between them allow every legal event. */
function situations() {
  const proposal = (deadline: ReturnType<typeof hoursAfter>) => ({
    start: hoursAfter(deadline, 80),
    answerBy: deadline,
  });
  const free = { price: cents(0) };
  const holds = [
    held(),
    held(free),
    held({ confirmation: 'on_request' }),
    held({ confirmation: 'on_request', ...free }),
  ];
  const asked = requested();
  const sure = confirmed();
  const going = inProgress();
  const there = { start: going.start, end: hoursAfter(going.start, 1) };
  return {
    bookings: [
      ...holds,
      asked,
      { ...asked, proposal: proposal(asked.answerBy) },
      sure,
      { ...sure, proposal: proposal(hoursAfter(sure.start, -60)) },
      going,
    ],
    moments: [
      minutesAfter(held().heldAt, 2),
      minutesAfter(held().heldAt, 10),
      asked.answerBy,
      hoursAfter(sure.start, -30),
      sure.start,
      hoursAfter(sure.start, 1),
    ],
    attendances: [
      { streamer: [there], viewer: [there] },
      { streamer: [there], viewer: [] },
      { streamer: [], viewer: [there] },
    ],
  };
}

/** Tries every event, by everybody, in every situation, and returns each transition that was allowed, as `held -expire-> expired`. */
function waysFound(): string[] {
  const { bookings, moments, attendances } = situations();
  const attempts = EVENT_TYPES.flatMap((type) => ACTORS.map((by) => eventOf(type, by))).flatMap(
    (event): BookingEvent[] =>
      event.type === 'settle' ? attendances.map((attendance) => ({ ...event, attendance })) : [event],
  );
  return bookings.flatMap((booking) =>
    attempts.flatMap((event) =>
      moments.flatMap((at) => {
        const result = transition(booking, event, at);
        if (!result.ok) return [];
        const to = result.value.status === booking.status ? '=' : result.value.status;
        return [`${booking.status} -${event.type}-> ${to}`];
      }),
    ),
  );
}

describe('the lifecycle', () => {
  test('names every status: live ones have an event, ended ones none', () => {
    const statuses = [...LIVE_STATUSES, ...ENDED_STATUSES];
    expect(Object.keys(LIFECYCLE).sort()).toEqual([...statuses].sort());
    for (const status of LIVE_STATUSES) expect(Object.keys(LIFECYCLE[status]).length).toBeGreaterThan(0);
    for (const status of ENDED_STATUSES) expect(LIFECYCLE[status]).toEqual({});
  });

  test('follows the table exactly', () => {
    const expected = Object.entries(LEADS_TO).flatMap(([status, events]) =>
      Object.entries(events).flatMap(([type, to]) => to.map((end) => `${status} -${type}-> ${end}`)),
    );
    expect([...new Set(waysFound())].sort()).toEqual(expected.sort());
  });

  test('has no event in its table that the rules do not name', () => {
    for (const status of LIVE_STATUSES) {
      expect(Object.keys(LIFECYCLE[status]).sort()).toEqual(Object.keys(LEADS_TO[status] ?? {}).sort());
    }
  });

  test('reaches every status from a hold, and an end from every live status', () => {
    const next = (status: string) =>
      Object.values(LEADS_TO[status] ?? {}).flatMap((to) => to.filter((other) => other !== '='));
    const reachableFrom = (from: string) => {
      const seen = new Set([from]);
      for (const status of seen) for (const to of next(status)) seen.add(to);
      return seen;
    };
    expect([...reachableFrom('held')].sort()).toEqual([...LIVE_STATUSES, ...ENDED_STATUSES].sort());
    for (const status of LIVE_STATUSES) {
      expect(ENDED_STATUSES.some((ended) => reachableFrom(status).has(ended))).toBe(true);
    }
  });

  test('refuses every actor that the table does not name', () => {
    for (const booking of situations().bookings) {
      for (const type of EVENT_TYPES) {
        const allowed = LIFECYCLE[booking.status][type];
        for (const by of ACTORS) {
          if (allowed?.includes(by)) continue;
          const refusal = allowed ? 'wrong_actor' : 'wrong_status';
          expect(transition(booking, eventOf(type, by), booking.start)).toEqual({ ok: false, refusal });
        }
      }
    }
  });
});
