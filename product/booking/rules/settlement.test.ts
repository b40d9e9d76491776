import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { hoursAfter, type Instant, later, minutesAfter } from '#product/shared/time/instant.ts';
import { settlementChecks } from './deadlines.ts';
import { POLICIES } from './policies.ts';
import { settle } from './settlement.ts';
import { anyHeld, held, START } from './testing/bookings.ts';

const END = hoursAfter(START, 1);
const from = (start: number, end: number) => ({
  start: minutesAfter(START, start),
  end: minutesAfter(START, end),
});
const settledAt = (streamer: ReturnType<typeof from>[], viewer: ReturnType<typeof from>[], at: Instant) =>
  settle(held(), { streamer, viewer }, at);

describe('attendance settles a session of an hour at 50 EUR', () => {
  test('both there: paid in full', () => {
    expect(settledAt([from(-5, 60)], [from(-2, 60)], END)).toEqual({
      outcome: 'completed',
      deliveredMinutes: 60,
      refund: 0,
      kept: 5_000,
    });
  });

  test('not before its end', () => {
    expect(settledAt([from(-5, 59)], [from(-2, 59)], later(END, -1))).toBeNull();
  });

  test('streamer absent for the first 10 minutes: everything back, from then on', () => {
    expect(settledAt([], [from(0, 10)], later(minutesAfter(START, 10), -1))).toBeNull();
    expect(settledAt([], [from(0, 10)], minutesAfter(START, 10))).toMatchObject({
      outcome: 'streamer_no_show',
      refund: 5_000,
    });
    expect(settledAt([from(-5, 0)], [from(0, 10)], minutesAfter(START, 10))?.outcome).toBe(
      'streamer_no_show',
    );
    expect(settledAt([from(10, 60)], [from(0, 60)], END)?.outcome).toBe('streamer_no_show');
  });

  test('the viewer not there for 15 minutes: the policy applies', () => {
    const late = minutesAfter(START, 15);
    expect(settledAt([from(0, 15)], [], later(late, -1))).toBeNull();
    expect(settledAt([from(0, 15)], [], late)).toMatchObject({ outcome: 'viewer_no_show', refund: 0 });
    const flexible = held({ policy: POLICIES.flexible });
    expect(settle(flexible, { streamer: [from(0, 15)], viewer: [] }, late)).toMatchObject({
      outcome: 'viewer_no_show',
      refund: 2_500,
      kept: 2_500,
    });
  });

  test('neither present: it counts as the streamer’s absence', () => {
    expect(settledAt([], [], END)?.outcome).toBe('streamer_no_show');
  });

  test('90 % delivered: paid in full; a second less: by the minute', () => {
    expect(settledAt([from(6, 60)], [from(0, 60)], END)).toMatchObject({ deliveredMinutes: 54, kept: 5_000 });
    const cut = { start: later(minutesAfter(START, 6), 1_000), end: END };
    expect(settledAt([cut], [from(0, 60)], END)).toMatchObject({
      deliveredMinutes: 53,
      kept: 4_417,
      refund: 583,
    });
  });

  test('breaks count as absence, and two devices at once count once', () => {
    const streamer = [from(0, 20), from(10, 30), from(15, 18), from(40, 90)];
    expect(settledAt(streamer, [from(0, 60)], END)).toMatchObject({ deliveredMinutes: 50, kept: 4_167 });
  });

  test('time during which a viewer is kept out is not delivered to them', () => {
    const there = { streamer: [from(-5, 60)], viewer: [from(0, 20)] };
    expect(settle(held(), { ...there, keptOut: [from(20, 60)] }, END)).toMatchObject({
      outcome: 'completed',
      deliveredMinutes: 20,
      kept: 1_667,
      refund: 3_333,
    });
    // From 90 % on it is in full, whatever the rest was.
    expect(settle(held(), { ...there, keptOut: [from(55, 60)] }, END)).toMatchObject({ kept: 5_000 });
  });

  test('a viewer who was kept out of the first 15 minutes was not absent', () => {
    const ended = { streamer: [from(-5, 2)], viewer: [], keptOut: [from(2, 60)] };
    expect(settle(held(), ended, minutesAfter(START, 15))).toBeNull();
    expect(settle(held(), ended, END)).toMatchObject({ outcome: 'completed', deliveredMinutes: 2 });
    const later = { streamer: [from(-5, 20)], viewer: [], keptOut: [from(20, 60)] };
    expect(settle(held(), later, minutesAfter(START, 15))?.outcome).toBe('viewer_no_show');
  });

  test('a viewer who leaves early has been served', () => {
    expect(settledAt([from(0, 60)], [from(3, 8)], END)).toMatchObject({ outcome: 'completed', kept: 5_000 });
  });
});

const minute = fc.integer({ min: -20, max: 150 });
const presence = fc.array(
  fc.tuple(minute, minute).map(([start, end]) => ({ start, end })),
  { maxLength: 4 },
);

test('being kept out never costs a viewer anything', () => {
  fc.assert(
    fc.property(anyHeld, presence, presence, presence, (booking, streamer, viewer, out) => {
      const at = (minutes: number) => minutesAfter(booking.start, minutes);
      const intervals = (list: typeof streamer) =>
        list.map(({ start, end }) => ({ start: at(start), end: at(end) }));
      const attendance = { streamer: intervals(streamer), viewer: intervals(viewer) };
      const end = at(booking.durationMinutes);
      const [open, shut] = [attendance, { ...attendance, keptOut: intervals(out) }].map((each) =>
        settle(booking, each, end),
      );
      expect(shut!.refund + shut!.kept).toBe(booking.price);
      // A no-show by policy may cost less than a session that is paid by the minute.
      if (open!.outcome === shut!.outcome) expect(shut!.refund).toBeGreaterThanOrEqual(open!.refund);
      expect(shut!.deliveredMinutes).toBeLessThanOrEqual(open!.deliveredMinutes);
    }),
  );
});

test('whatever the attendance, refund and rest make up the price, and the end settles it', () => {
  fc.assert(
    fc.property(anyHeld, presence, presence, (booking, streamer, viewer) => {
      const at = (minutes: number) => minutesAfter(booking.start, minutes);
      const intervals = (list: typeof streamer) =>
        list.map(({ start, end }) => ({ start: at(start), end: at(end) }));
      const attendance = { streamer: intervals(streamer), viewer: intervals(viewer) };
      const settlement = settle(booking, attendance, at(booking.durationMinutes));
      expect(settlement).not.toBeNull();
      expect(settlement!.refund + settlement!.kept).toBe(booking.price);
      expect(settlement!.refund).toBeGreaterThanOrEqual(0);
      expect(settlement!.kept).toBeGreaterThanOrEqual(0);
      // More presence of the streamer never costs them anything.
      const more = { ...attendance, streamer: [...attendance.streamer, { start: at(0), end: at(20) }] };
      const better = settle(booking, more, at(booking.durationMinutes));
      if (settlement!.outcome === better!.outcome)
        expect(better!.kept).toBeGreaterThanOrEqual(settlement!.kept);
    }),
  );
});

test('a session is looked at after 10 minutes, after 15 and at its end', () => {
  expect(settlementChecks(held({ price: cents(0) }))).toEqual([
    minutesAfter(START, 10),
    minutesAfter(START, 15),
    END,
  ]);
});
