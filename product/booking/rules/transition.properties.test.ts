import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENDED_STATUSES, LIVE_STATUSES } from '#product/shared/booking-statuses.ts';
import { type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { isLive } from './booking.ts';
import { nextDeadline } from './deadlines.ts';
import { type BookingEvent, EVENT_TYPES } from './events.ts';
import { paymentEffect } from './payment-effect.ts';
import { refundShareAt } from './refund.ts';
import { eventOf } from './testing/bookings.ts';
import { anyStory, type Story } from './testing/stories.ts';
import { transition } from './transition.ts';

const check = (holds: (story: Story) => void, numRuns = 400) =>
  fc.assert(fc.property(anyStory, holds), { numRuns });

describe('any course of events', () => {
  test('never leaves an ended booking', () => {
    check(({ last, at }) => {
      fc.pre(!isLive(last));
      for (const type of EVENT_TYPES) {
        for (const by of ['viewer', 'streamer', 'admin', 'system'] as const) {
          expect(transition(last, eventOf(type, by), at)).toEqual({ ok: false, refusal: 'wrong_status' });
        }
      }
    });
  });

  test('can be brought to an end by the passing of time alone', () => {
    check(({ last, at }) => {
      let booking = last;
      let now = at;
      for (let steps = 0; isLive(booking); steps++) {
        expect(steps).toBeLessThan(4);
        const due = nextDeadline(booking);
        if (!due) throw new Error(`nothing is due of ${booking.status}`);
        now = Math.max(now, due.at) as Instant;
        const event: BookingEvent =
          due.event === 'settle'
            ? { type: 'settle', by: 'system', attendance: { streamer: [], viewer: [] } }
            : { type: due.event, by: 'system' };
        const result = transition(booking, event, now);
        if (!result.ok) throw new Error(`${due.event} was due and refused: ${result.refusal}`);
        booking = result.value;
      }
      expect(nextDeadline(booking)).toBeNull();
    });
  });

  test('is refused when the system acts before the deadline', () => {
    check(({ last }) => {
      const due = nextDeadline(last);
      fc.pre(due !== null && due.event !== 'settle');
      const early = minutesAfter(due!.at, -1);
      const result = transition(last, { type: due!.event, by: 'system' } as BookingEvent, early);
      expect(result).toEqual({ ok: false, refusal: 'not_due' });
    });
  });

  test('changes what was agreed only by agreement', () => {
    check(({ steps }) => {
      for (const { before, after, event } of steps) {
        expect(after.revision).toBe(before.revision + 1);
        const { durationMinutes, viewerId, settingsVersion } = before;
        // A code that the viewer takes is agreed on before anything is paid.
        const { price, fee } = event.type === 'reprice' ? event : before;
        expect(after).toMatchObject({ fee, viewerId, settingsVersion });
        if (event.type === 'reprice') expect(before).toMatchObject({ status: 'held', paying: false });
        const more = event.type === 'extend_session' ? 1 : event.type === 'retract_extension' ? -1 : 0;
        const extension = 'minutes' in event ? event : { minutes: 0, price: 0 };
        expect(after.durationMinutes).toBe(durationMinutes + more * extension.minutes);
        expect(after.price).toBe(price + more * extension.price);
        const moves = event.type === 'reschedule' || event.type === 'accept_proposal';
        if (!moves) expect(after.start).toBe(before.start);
        if (event.type !== 'reschedule') expect(after.policy).toEqual(before.policy);
        expect(after.reschedules).toBeLessThanOrEqual(2);
      }
    });
  });

  test('captures at most once, and refunds no more than was captured', () => {
    check(({ hold, steps }) => {
      let captured = 0;
      let refunded = 0;
      let extensions = 0;
      let agreed = hold.price;
      for (const { before, after, event } of steps) {
        const effect = paymentEffect(before, after);
        // An extension is captured by its own payment, and one that is retracted never was.
        if (event.type === 'extend_session') extensions += event.price;
        if (event.type === 'retract_extension') extensions -= event.price;
        if (event.type === 'reprice') agreed = event.price;
        if (effect.kind === 'capture') captured += effect.amount;
        if (effect.kind === 'refund') refunded += effect.amount;
        if (effect.kind === 'void') expect(captured).toBe(0);
      }
      expect([0, agreed]).toContain(captured);
      expect(refunded).toBeLessThanOrEqual(captured + extensions);
    });
  });

  test('gives everything back when the streamer or the platform cancels', () => {
    check(({ steps }) => {
      for (const { after } of steps) {
        if (after.status === 'cancelled_by_streamer' || after.status === 'cancelled_by_admin') {
          expect(after.refund).toBe(after.price);
        }
        if (after.status === 'streamer_no_show') expect(after.settlement.refund).toBe(after.price);
      }
    });
  });

  test('never lets a moved booking refund more than cancelling it at that time would have', () => {
    check(({ steps }) => {
      for (const { before, after, event, at } of steps) {
        if (event.type !== 'reschedule') continue;
        expect(refundShareAt(after.policy, after.start, at)).toBeLessThanOrEqual(
          refundShareAt(before.policy, before.start, at),
        );
      }
    });
  });

  test('reaches every status that there is', () => {
    const reached = new Set<string>();
    check(({ hold, steps }) => {
      reached.add(hold.status);
      for (const { after } of steps) reached.add(after.status);
    }, 4_000);
    expect([...reached].sort()).toEqual([...LIVE_STATUSES, ...ENDED_STATUSES].sort());
  });
});
