import { describe, expect, test } from 'vitest';
import { answerBy, noticeFor } from '#product/availability/rules/notice.ts';
import { cents } from '#product/shared/money/cents.ts';
import { daysAfter, hoursAfter, later, minutesAfter } from '#product/shared/time/instant.ts';
import { holdEndsAt, mayReview, remindersAfter } from './deadlines.ts';
import type { BookingEvent } from './events.ts';
import { paymentEffect } from './payment-effect.ts';
import { POLICIES } from './policies.ts';
import { cancelBooking, quoteCancellation } from './refund.ts';
import { roomDoor } from './room.ts';
import { after, confirmed, held, inProgress, MADE_AT, requested, START } from './testing/bookings.ts';
import { transition } from './transition.ts';

const refusalOf = (...args: Parameters<typeof transition>) => {
  const result = transition(...args);
  return result.ok ? null : result.refusal;
};
const byViewer = (type: 'start_payment' | 'extend_hold' | 'cancel' | 'accept_proposal' | 'refuse_proposal') =>
  ({ type, by: 'viewer' }) as const;
const bySystem = (type: 'expire' | 'authorise_payment' | 'begin' | 'lapse_proposal') =>
  ({ type, by: 'system' }) as const;
const moveTo = (start: typeof START): BookingEvent => ({ type: 'reschedule', by: 'viewer', start });
const propose = (start: typeof START): BookingEvent => ({ type: 'propose', by: 'streamer', start });

describe('a hold', () => {
  test('lasts 10 minutes, 15 once paying, 10 more when extended', () => {
    expect(holdEndsAt(held())).toBe(minutesAfter(MADE_AT, 10));
    const paying = after(held(), byViewer('start_payment'), minutesAfter(MADE_AT, 9), 'held');
    expect(holdEndsAt(paying)).toBe(minutesAfter(MADE_AT, 15));
    const longer = after(paying, byViewer('extend_hold'), minutesAfter(MADE_AT, 14), 'held');
    expect(holdEndsAt(longer)).toBe(minutesAfter(MADE_AT, 25));
    expect(refusalOf(longer, byViewer('extend_hold'), minutesAfter(MADE_AT, 15))).toBe('already_extended');
  });

  test('has lapsed at its last moment: it can expire then, and not be paid', () => {
    const end = minutesAfter(MADE_AT, 10);
    expect(refusalOf(held(), bySystem('expire'), later(end, -1))).toBe('not_due');
    expect(refusalOf(held(), bySystem('authorise_payment'), end)).toBe('deadline_passed');
    expect(after(held(), bySystem('expire'), end, 'expired').cause).toBe('hold_lapsed');
    expect(after(held(), bySystem('authorise_payment'), later(end, -1), 'confirmed').start).toBe(START);
  });

  test('of a free offer is taken without paying, of a paid one is not', () => {
    const free = held({ price: cents(0) });
    const take: BookingEvent = { type: 'take_for_free', by: 'viewer' };
    expect(after(free, take, MADE_AT, 'confirmed').status).toBe('confirmed');
    expect(refusalOf(held(), take, MADE_AT)).toBe('payment_required');
    expect(refusalOf(free, byViewer('start_payment'), MADE_AT)).toBe('nothing_to_pay');
    expect(refusalOf(free, bySystem('authorise_payment'), MADE_AT)).toBe('nothing_to_pay');
  });
});

describe('a request', () => {
  test('is answered within 48 hours, or by 12 hours before the start if that is sooner', () => {
    expect(answerBy(MADE_AT, hoursAfter(MADE_AT, 120))).toBe(hoursAfter(MADE_AT, 48));
    expect(answerBy(MADE_AT, hoursAfter(MADE_AT, 30))).toBe(hoursAfter(MADE_AT, 18));
    const request = requested();
    expect(refusalOf(request, { type: 'accept', by: 'streamer' }, request.answerBy)).toBe('deadline_passed');
    expect(refusalOf(request, bySystem('expire'), later(request.answerBy, -1))).toBe('not_due');
    expect(after(request, bySystem('expire'), request.answerBy, 'expired').cause).toBe('request_unanswered');
  });

  test('cannot be made so late that nobody could answer, and the notice prevents it', () => {
    const soon = held({ confirmation: 'on_request', start: hoursAfter(MADE_AT, 12) });
    expect(refusalOf(soon, bySystem('authorise_payment'), MADE_AT)).toBe('too_late_to_ask');
    expect(noticeFor(0, 'instant')).toBe(0);
    expect(noticeFor(0, 'on_request')).toBe(13 * 60 + 25);
    expect(noticeFor(2_880, 'on_request')).toBe(2_880);
  });

  test('may be answered with another start, which the viewer accepts or not', () => {
    const at = hoursAfter(MADE_AT, 10);
    const other = hoursAfter(START, 3);
    const asked = after(requested(), propose(other), at, 'requested');
    expect(asked.answerBy).toBe(hoursAfter(at, 48));
    const agreed = after(asked, byViewer('accept_proposal'), at, 'confirmed');
    expect(agreed).toMatchObject({ start: other, agreedStart: other, reschedules: 0, proposal: null });
    expect(after(asked, byViewer('refuse_proposal'), at, 'declined').cause).toBe('proposal_refused');
  });
});

describe('a confirmed booking', () => {
  test('cancelled by its viewer gives back what the quote said', () => {
    const at = hoursAfter(START, -3);
    expect(quoteCancellation(confirmed(), 'viewer', at)).toBe(2_500);
    expect(after(confirmed(), byViewer('cancel'), at, 'cancelled_by_viewer').refund).toBe(2_500);
  });

  test('cancelled by the streamer or an admin gives back everything', () => {
    const at = minutesAfter(START, -1);
    expect(after(confirmed(), { type: 'cancel', by: 'streamer' }, at, 'cancelled_by_streamer').refund).toBe(
      5_000,
    );
    expect(after(confirmed(), { type: 'cancel', by: 'admin' }, at, 'cancelled_by_admin').refund).toBe(5_000);
  });

  test('cannot be cancelled from its start on, except by an admin', () => {
    expect(refusalOf(confirmed(), byViewer('cancel'), START)).toBe('already_started');
    expect(refusalOf(confirmed(), { type: 'cancel', by: 'streamer' }, START)).toBe('already_started');
    expect(cancelBooking(inProgress(), 'admin', minutesAfter(START, 5)).ok).toBe(true);
    expect(cancelBooking(confirmed(), 'system', MADE_AT)).toEqual({ ok: false, refusal: 'wrong_actor' });
  });

  test('is moved by its viewer until 24 hours before, that moment included', () => {
    const next = hoursAfter(START, 24);
    expect(refusalOf(confirmed(), moveTo(next), later(START, -24 * 3_600_000 + 1))).toBe(
      'too_late_to_reschedule',
    );
    const moved = after(confirmed(), moveTo(next), hoursAfter(START, -24), 'confirmed');
    expect(moved).toMatchObject({ start: next, agreedStart: START, reschedules: 1, price: 5_000 });
  });

  test('is moved twice at most, to a start at most 30 days from the first', () => {
    const once = after(confirmed(), moveTo(daysAfter(START, 30)), MADE_AT, 'confirmed');
    expect(refusalOf(once, moveTo(later(daysAfter(START, 30), 1)), MADE_AT)).toBe('too_far_to_reschedule');
    const twice = after(once, moveTo(hoursAfter(MADE_AT, 50)), MADE_AT, 'confirmed');
    expect(refusalOf(twice, moveTo(START), MADE_AT)).toBe('too_many_reschedules');
    expect(refusalOf(confirmed(), moveTo(START), MADE_AT)).toBe('bad_new_start');
    expect(refusalOf(confirmed(), moveTo(MADE_AT), MADE_AT)).toBe('bad_new_start');
  });

  test('moved at 50 % under Strict does not win back 100 %', () => {
    const strict = confirmed({ policy: POLICIES.strict });
    const moved = after(strict, moveTo(daysAfter(START, 20)), hoursAfter(START, -48), 'confirmed');
    expect(quoteCancellation(moved, 'viewer', START)).toBe(2_500);
  });

  test('keeps its start while a proposal is open, and when it lapses', () => {
    const other = hoursAfter(START, 3);
    const asked = after(confirmed(), propose(other), MADE_AT, 'confirmed');
    expect(asked).toMatchObject({
      start: START,
      proposal: { start: other, answerBy: hoursAfter(MADE_AT, 48) },
    });
    const deadline = hoursAfter(MADE_AT, 48);
    expect(refusalOf(asked, bySystem('lapse_proposal'), later(deadline, -1))).toBe('not_due');
    expect(refusalOf(asked, byViewer('accept_proposal'), deadline)).toBe('deadline_passed');
    expect(after(asked, bySystem('lapse_proposal'), deadline, 'confirmed')).toMatchObject({
      start: START,
      proposal: null,
    });
  });

  test('gives everything back when its proposal is refused, or when the viewer cancels meanwhile', () => {
    const close = confirmed({ policy: POLICIES.strict, start: hoursAfter(MADE_AT, 20) });
    const asked = after(close, propose(hoursAfter(MADE_AT, 40)), MADE_AT, 'confirmed');
    const at = hoursAfter(MADE_AT, 1);
    expect(after(asked, byViewer('refuse_proposal'), at, 'cancelled_by_streamer').refund).toBe(5_000);
    expect(after(asked, byViewer('cancel'), at, 'cancelled_by_viewer').refund).toBe(5_000);
    expect(quoteCancellation(asked, 'viewer', hoursAfter(MADE_AT, 8))).toBe(0);
  });

  test('cannot be proposed another start when nobody could answer in time', () => {
    const at = hoursAfter(START, -12);
    expect(refusalOf(confirmed(), propose(daysAfter(START, 1)), at)).toBe('too_late_to_ask');
    expect(refusalOf(confirmed(), propose(START), MADE_AT)).toBe('bad_new_start');
    expect(refusalOf(confirmed(), { type: 'withdraw_proposal', by: 'streamer' }, MADE_AT)).toBe(
      'no_proposal',
    );
  });

  test('begins at its start and not before', () => {
    expect(refusalOf(confirmed(), bySystem('begin'), later(START, -1))).toBe('not_due');
    expect(after(confirmed(), bySystem('begin'), START, 'in_progress').status).toBe('in_progress');
  });
});

describe('the money follows', () => {
  const paying = { ...held(), paying: true };
  const gone = after(confirmed(), byViewer('cancel'), hoursAfter(START, -3), 'cancelled_by_viewer');

  test('captured on confirmation, voided before it, refunded after it', () => {
    expect(paymentEffect(paying, confirmed())).toEqual({ kind: 'capture', amount: 5_000 });
    expect(paymentEffect(paying, requested())).toEqual({ kind: 'none' });
    const declined = after(requested(), { type: 'decline', by: 'streamer' }, MADE_AT, 'declined');
    expect(paymentEffect(requested(), declined)).toEqual({ kind: 'void' });
    expect(paymentEffect(confirmed(), gone)).toEqual({ kind: 'refund', amount: 2_500 });
    expect(paymentEffect(confirmed(), inProgress())).toEqual({ kind: 'none' });
  });

  test('not at all for a hold that nobody began to pay, nor for a free offer', () => {
    const expired = after(held(), bySystem('expire'), minutesAfter(MADE_AT, 10), 'expired');
    expect(paymentEffect(held(), expired)).toEqual({ kind: 'none' });
    expect(paymentEffect(paying, expired)).toEqual({ kind: 'void' });
    const free = held({ price: cents(0) });
    expect(paymentEffect(free, { ...confirmed(), price: cents(0) })).toEqual({ kind: 'none' });
  });
});

test("the room's door: set up from an hour before, open from 10 minutes before until 5 after", () => {
  const door = (minutes: number, goOn = false) => roomDoor(confirmed(), minutesAfter(START, minutes), goOn);
  expect([-61, -60, -11, -10, 0, 64].map((minutes) => door(minutes))).toEqual([
    'early',
    'setup',
    'setup',
    'open',
    'open',
    'open',
  ]);
  expect([door(65), door(65, true)]).toEqual(['over', 'open']);
  expect(roomDoor(requested(), START, false)).toBe('none');
});

test('a session is announced a day, an hour and ten minutes before, and never too late', () => {
  const moments = [hoursAfter(START, -24), hoursAfter(START, -1), minutesAfter(START, -10)];
  expect(remindersAfter(confirmed(), MADE_AT)).toEqual(moments);
  expect(remindersAfter(confirmed(), hoursAfter(START, -24))).toEqual(moments.slice(1));
});

test('a completed session is reviewed within 14 days after its end', () => {
  const there = { start: START, end: hoursAfter(START, 1) };
  const attendance = { streamer: [there], viewer: [there] };
  const settle: BookingEvent = { type: 'settle', by: 'system', attendance };
  const completed = after(inProgress(), settle, there.end, 'completed');
  expect(mayReview(completed, there.end)).toBe(true);
  expect(mayReview(completed, daysAfter(there.end, 14))).toBe(true);
  expect(mayReview(completed, later(daysAfter(there.end, 14), 1))).toBe(false);
  expect(mayReview(inProgress(), there.end)).toBe(false);
  expect(roomDoor(completed, minutesAfter(there.end, 2), false)).toBe('open');
});
