import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OFFER_DURATIONS_MINUTES } from '#product/availability/rules/availability.ts';
import { cents } from '#product/shared/money/cents.ts';
import { LEAST_PAID_PRICE } from '#product/shared/money/price.ts';
import { minutesAfter } from '#product/shared/time/instant.ts';
import { endOf } from './booking.ts';
import {
  extendSession,
  mayBeExtended,
  nextExtension,
  retractExtension,
  settlementWaitsUntil,
} from './extension.ts';
import { settle } from './settlement.ts';
import { inProgress, START } from './testing/bookings.ts';

const terms = (price: number, durationMinutes: number) => ({ price: cents(price), durationMinutes });
const session = inProgress({ price: cents(4_500), durationMinutes: 60 });

describe('the price of a quarter of an hour more', () => {
  test.each([
    [4_500, 60, 1_125],
    [1_000, 45, 333],
    [500, 20, 375],
    [500, 120, 63],
    [0, 60, 0],
  ])('of a session of %i cents and %i minutes is %i', (price, minutes, expected) => {
    expect(nextExtension(terms(price, minutes))).toEqual({ minutes: 15, price: expected });
  });

  test('is never less than a card pays: 50 cents', () => {
    for (const minutes of OFFER_DURATIONS_MINUTES)
      expect(
        nextExtension({ price: LEAST_PAID_PRICE, durationMinutes: minutes }).price,
      ).toBeGreaterThanOrEqual(50);
  });

  test('stays the same to the cent, however often a session goes on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 500_000 }),
        fc.integer({ min: 15, max: 240 }),
        (price, minutes) => {
          const first = nextExtension(terms(price, minutes)).price;
          let now = terms(price, minutes);
          for (let time = 0; time < 4; time++) {
            const next = nextExtension(now);
            expect(Math.abs(next.price - first)).toBeLessThanOrEqual(1);
            now = terms(now.price + next.price, now.durationMinutes + next.minutes);
          }
        },
      ),
    );
  });
});

describe('an extended session', () => {
  const longer = extendSession(session, nextExtension(session), minutesAfter(START, 50));
  if (!longer.ok) throw new Error(longer.refusal);

  test('is one session of one length and one price', () => {
    expect(longer.value).toMatchObject({ durationMinutes: 75, price: 5_625, start: START });
    expect(endOf(longer.value)).toBe(minutesAfter(START, 75));
  });

  test('is what it was once the extension is retracted', () => {
    expect(retractExtension(longer.value, nextExtension(session))).toEqual({ ok: true, value: session });
  });

  test('cannot be made longer when even the longer session would be over', () => {
    const late = extendSession(session, nextExtension(session), minutesAfter(START, 75));
    expect(late).toEqual({ ok: false, refusal: 'deadline_passed' });
  });

  test('is not extended for free when it costs something, nor sold when it is free', () => {
    const at = minutesAfter(START, 50);
    const free = { ...session, price: cents(0) };
    expect(extendSession(session, { minutes: 15, price: cents(0) }, at)).toMatchObject({
      refusal: 'payment_required',
    });
    expect(extendSession(free, { minutes: 15, price: cents(100) }, at)).toMatchObject({
      refusal: 'nothing_to_pay',
    });
  });

  test('is settled by the minute over all of its time', () => {
    const there = (minutes: number) => [{ start: START, end: minutesAfter(START, minutes) }];
    const settled = (minutes: number) =>
      settle(longer.value, { streamer: there(minutes), viewer: there(minutes) }, minutesAfter(START, 75));
    expect(settled(75)).toMatchObject({ outcome: 'completed', kept: 5_625, refund: 0 });
    // 60 of 75 minutes are no 90 %: the viewer who paid for 75 gets back 15.
    expect(settled(60)).toMatchObject({ deliveredMinutes: 60, kept: 4_500, refund: 1_125 });
    expect(settled(68)).toMatchObject({ kept: 5_625 });
  });
});

describe('when a session may be made longer', () => {
  test.each([
    [-1, false],
    [0, true],
    [64, true],
    [65, false],
  ])('%i minutes from its start: %s', (minutes, may) => {
    expect(mayBeExtended(session, minutesAfter(START, minutes))).toBe(may);
  });
});

describe('the settlement', () => {
  const at = (minutes: number) => minutesAfter(START, minutes);
  const waits = (minutes: number, openUntil: number | null, bothThere: boolean) =>
    settlementWaitsUntil(session, at(minutes), {
      openUntil: openUntil === null ? null : at(openUntil),
      bothThere,
    });

  test('waits for nobody before the end', () => expect(waits(40, 61, true)).toBeNull());
  test('waits while somebody answers or pays', () => expect(waits(60, 66, false)).toBe(at(66)));
  test('no longer waits once the time for it is over', () => expect(waits(66, 66, false)).toBeNull());
  test('waits through the overtime while both are there', () => expect(waits(60, null, true)).toBe(at(65)));
  test('does not wait when one of them has left', () => expect(waits(60, null, false)).toBeNull());
  test('does not wait longer than the room is open', () => expect(waits(65, null, true)).toBeNull());
});
