import { beforeAll, describe, expect, test } from 'vitest';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import {
  acceptRequest,
  answerProposal,
  cancelBooking,
  declineRequest,
  extendHold,
  payBooking,
  proposeStart,
  releaseHold,
  rescheduleBooking,
  submitIntake,
  withdrawProposal,
} from './contract.ts';
import {
  advance,
  book,
  carryOut,
  everything,
  type Fixture,
  hold,
  insertAuthorised,
  key,
  openFixture,
  startIn,
} from './testing/fixture.ts';

const product = await openProduct();
const fixture = await openFixture(product);
const viewer = await product.join();

const HOUR = 3_600_000;
const ordersOf = (bookingId: string) =>
  product.rows(
    `select o.kind, o.amount_cents as amount, o.posting_kind from public.payment_orders o
     join public.payments p on p.id = o.payment_id where p.booking_id = $1 order by o.created_at`,
    [bookingId],
  );
const rowOf = async (bookingId: string) =>
  (await product.rows('select * from public.bookings where id = $1', [bookingId]))[0];
const historyOf = async (bookingId: string) =>
  (
    await product.rows(
      'select type, actor from public.booking_events where booking_id = $1 order by revision',
      [bookingId],
    )
  ).map(({ type, actor }) => `${type} by ${actor}`);

describe('a request', () => {
  let onRequest: Fixture;
  beforeAll(async () => {
    onRequest = await openFixture(product, { confirmation: 'on_request' });
  });

  test('is accepted by its streamer, and captured then', async () => {
    const bookingId = await book(product, viewer, onRequest, startIn(product, 5));
    expect(await rowOf(bookingId)).toMatchObject({ status: 'requested', due_event: 'expire' });
    expect(await ordersOf(bookingId)).toEqual([]);
    const answer = await ask(onRequest.streamer, acceptRequest, { key: key(), bookingId });
    expect(answer).toMatchObject({ status: 'confirmed', answerBy: null });
    expect(await ordersOf(bookingId)).toEqual([{ kind: 'capture', amount: 3000, posting_kind: null }]);
    expect(await historyOf(bookingId)).toEqual([
      'hold by viewer',
      'authorise_payment by system',
      'accept by streamer',
    ]);
  });

  test('is declined with a reason, and nothing is paid', async () => {
    const bookingId = await book(product, viewer, onRequest, startIn(product, 6));
    await ask(onRequest.streamer, declineRequest, { key: key(), bookingId, reason: 'Je serai en voyage' });
    expect(await rowOf(bookingId)).toMatchObject({
      status: 'declined',
      reason: 'Je serai en voyage',
      due_at: null,
    });
    expect(await ordersOf(bookingId)).toMatchObject([{ kind: 'void' }]);
    const details = await product.rows('select detail from public.booking_events where booking_id = $1', [
      bookingId,
    ]);
    expect(JSON.stringify(details)).not.toContain('voyage');
  });

  test('that nobody answers in 48 hours expires', async () => {
    const bookingId = await book(product, viewer, onRequest, startIn(product, 7));
    product.clock.ahead = 48 * HOUR;
    await carryOut(product);
    expect(await rowOf(bookingId)).toMatchObject({ status: 'expired', cause: 'request_unanswered' });
    expect(await codeOf(onRequest.streamer, acceptRequest, { key: key(), bookingId })).toBe(
      'booking_wrong_status',
    );
  });
});

describe('cancelling', () => {
  test('refunds what the dialog quoted; when the amount has changed, the new one is quoted first', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 2));
    product.clock.ahead = Date.parse(startIn(product, 2)) - Date.now() - 20 * HOUR;
    const state = await everything(product);
    const outdated = await send(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 3000 });
    expect(outdated.refusal).toMatchObject({ code: 'quote_changed', details: { refundCents: 1500 } });
    expect(await everything(product)).toBe(state);
    const answer = await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 1500 });
    expect(answer).toMatchObject({ status: 'cancelled_by_viewer', refundCents: 1500 });
    expect(await ordersOf(bookingId)).toEqual([
      { kind: 'capture', amount: 3000, posting_kind: null },
      { kind: 'refund', amount: 1500, posting_kind: 'refund' },
    ]);
  });

  test('twice at once, and by both sides at once, refunds once', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 8));
    const request = (who: SignedIn) =>
      send(who, cancelBooking, { key: key(), bookingId, expectedRefundCents: 3000 });
    const answers = await Promise.all([viewer, viewer, fixture.streamer, fixture.streamer].map(request));
    expect(answers.filter(({ answer }) => answer)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []))).toEqual(
      new Set(['booking_wrong_status']),
    );
    expect((await ordersOf(bookingId)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', amount: 3000, posting_kind: 'refund' },
    ]);
  });

  test('is over once the session has begun', async () => {
    const start = startIn(product, 3);
    const bookingId = await book(product, viewer, fixture, start);
    product.clock.ahead = Date.parse(start) - Date.now() + 1_000;
    expect(await codeOf(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 0 })).toBe(
      'already_started',
    );
    await carryOut(product);
    expect(await codeOf(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 0 })).toBe(
      'booking_wrong_status',
    );
  });
});

describe('moving', () => {
  test('by the viewer, twice, to a free start; the old time is free again', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 9));
    const move = (start: string) => send(viewer, rescheduleBooking, { key: key(), bookingId, start });
    const { answer } = await move(startIn(product, 9, 30));
    expect(answer).toMatchObject({
      status: 'confirmed',
      start: startIn(product, 9, 30),
      sessionId: bookingId,
    });
    await book(product, await product.join(), fixture, startIn(product, 10));
    expect((await move(startIn(product, 10))).refusal).toMatchObject({
      code: 'slot_not_free',
      details: { reason: 'taken' },
    });
    expect((await move(startIn(product, 9, 30))).refusal?.code).toBe('bad_new_start');
    expect((await move(startIn(product, 45))).refusal?.code).toBe('too_far_to_reschedule');
    expect((await move(startIn(product, 11))).answer).not.toBeNull();
    expect((await move(startIn(product, 12))).refusal?.code).toBe('too_many_reschedules');
    await hold(await product.join(), fixture, startIn(product, 9, 30));
    expect(
      await product.rows('select detail from public.booking_events where booking_id = $1 and revision = 2', [
        bookingId,
      ]),
    ).toEqual([{ detail: { from: startIn(product, 9), to: startIn(product, 9, 30) } }]);
  });

  test('to a time at which the viewer has another session is refused', async () => {
    const me = await product.join();
    await book(product, me, await openFixture(product), startIn(product, 13, 30));
    const bookingId = await book(product, me, fixture, startIn(product, 14));
    const request = { key: key(), bookingId, start: startIn(product, 13) };
    expect(await codeOf(me, rescheduleBooking, request)).toBe('viewer_busy');
  });

  test('many who move to one start at once: one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => product.join()));
    const other = await openFixture(product);
    const bookings = await Promise.all(
      people.map((each, index) => book(product, each, other, startIn(product, 15 + index))),
    );
    const start = startIn(product, 24);
    const answers = await Promise.all(
      people.map((each, index) =>
        send(each, rescheduleBooking, { key: key(), bookingId: bookings[index]!, start }),
      ),
    );
    expect(answers.filter(({ answer }) => answer)).toHaveLength(1);
    const codes = new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []));
    expect(codes).toEqual(new Set(['slot_not_free']));
  });

  test('a seat of a group leaves its session and joins another', async () => {
    const group = await openFixture(product, { seats: 3 });
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => product.join()));
    const monday = startIn(product, 5);
    const tuesday = startIn(product, 6);
    const stays = await book(product, first!, group, monday);
    const goes = await book(product, second!, group, monday);
    const there = await book(product, third!, group, tuesday);
    const moved = await ask(second!, rescheduleBooking, { key: key(), bookingId: goes, start: tuesday });
    expect(moved.sessionId).toBe((await rowOf(there)).session_id);
    expect((await rowOf(goes)).seat).toBe(2);
    const alone = await ask(first!, rescheduleBooking, {
      key: key(),
      bookingId: stays,
      start: startIn(product, 7),
    });
    expect(new Set([alone.sessionId, moved.sessionId]).size).toBe(2);
  });
});

describe('a proposal', () => {
  test('that the viewer accepts moves the booking', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 25));
    const start = startIn(product, 26);
    const note = 'Un imprévu, désolée';
    const asked = await ask(fixture.streamer, proposeStart, { key: key(), bookingId, start, note });
    expect(asked).toMatchObject({ status: 'confirmed', start: startIn(product, 25) });
    expect(await rowOf(bookingId)).toMatchObject({ proposal_note: note, due_event: 'lapse_proposal' });
    const answer = await ask(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' });
    expect(answer).toMatchObject({ status: 'confirmed', start });
    expect(await rowOf(bookingId)).toMatchObject({
      proposed_start_at: null,
      proposal_note: null,
      reschedules: 0,
    });
  });

  test('stands although the streamer’s hours have changed since', async () => {
    const own = await openFixture(product);
    const bookingId = await book(product, viewer, own, startIn(product, 27));
    const start = startIn(product, 28);
    await ask(own.streamer, proposeStart, { key: key(), bookingId, start });
    await product.rows('delete from public.weekly_hours where streamer_id = $1', [own.streamer.id]);
    expect((await ask(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' })).start).toBe(
      start,
    );
  });

  test('that the viewer refuses gives everything back', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 31));
    await ask(fixture.streamer, proposeStart, { key: key(), bookingId, start: startIn(product, 32) });
    const answer = await ask(viewer, answerProposal, { key: key(), bookingId, answer: 'refuse' });
    expect(answer).toMatchObject({ status: 'cancelled_by_streamer', refundCents: 3000 });
  });

  test('is withdrawn, or lapses when nobody answers, and the booking stands', async () => {
    const bookingId = await book(product, viewer, fixture, startIn(product, 33));
    const askAgain = () =>
      ask(fixture.streamer, proposeStart, { key: key(), bookingId, start: startIn(product, 34) });
    await askAgain();
    await ask(fixture.streamer, withdrawProposal, { key: key(), bookingId });
    expect(await codeOf(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' })).toBe(
      'no_proposal',
    );
    await askAgain();
    product.clock.ahead = 48 * HOUR + 1_000;
    await carryOut(product);
    expect(await rowOf(bookingId)).toMatchObject({
      status: 'confirmed',
      proposed_start_at: null,
      due_event: 'begin',
    });
  });
});

test('a booking of other people does not exist, for any command', async () => {
  const held = (await hold(viewer, fixture, startIn(product, 40))).bookingId;
  const bookingId = await book(product, viewer, fixture, startIn(product, 41));
  const stranger = await product.join();
  const otherStreamer = (await openFixture(product)).streamer;
  const admin = await product.join({ role: 'admin' });
  const state = await everything(product);
  for (const who of [stranger, otherStreamer, admin]) {
    const start = startIn(product, 42);
    const codes = await Promise.all([
      codeOf(who, extendHold, { key: key(), bookingId: held }),
      codeOf(who, releaseHold, { key: key(), bookingId: held }),
      codeOf(who, submitIntake, { key: key(), bookingId: held, answers: {} }),
      codeOf(who, payBooking, { key: key(), bookingId: held, expectedPriceCents: 3000 }),
      codeOf(who, acceptRequest, { key: key(), bookingId }),
      codeOf(who, declineRequest, { key: key(), bookingId }),
      codeOf(who, cancelBooking, { key: key(), bookingId, expectedRefundCents: 3000 }),
      codeOf(who, rescheduleBooking, { key: key(), bookingId, start }),
      codeOf(who, proposeStart, { key: key(), bookingId, start }),
      codeOf(who, withdrawProposal, { key: key(), bookingId }),
      codeOf(who, answerProposal, { key: key(), bookingId, answer: 'accept' }),
    ]);
    expect(new Set(codes)).toEqual(new Set(['booking_not_found']));
  }
  // Nor may one side do what belongs to the other.
  expect(await codeOf(viewer, acceptRequest, { key: key(), bookingId })).toBe('booking_not_found');
  expect(
    await codeOf(fixture.streamer, rescheduleBooking, { key: key(), bookingId, start: startIn(product, 43) }),
  ).toBe('booking_not_found');
  expect(await everything(product)).toBe(state);
});

test('when a hold ends and is paid at once, one of them wins, and the money matches', async () => {
  const other = await openFixture(product);
  const me = await product.join();
  let confirmed = 0;
  for (let round = 0; round < 12; round++) {
    const { bookingId, holdEndsAt } = await hold(me, other, startIn(product, 5 + round));
    await insertAuthorised(product, bookingId);
    const end = Date.parse(holdEndsAt!);
    const [paid, lapsed] = await Promise.allSettled([
      advance(product, bookingId, { type: 'authorise_payment', by: 'system' }, new Date(end - 1)),
      advance(product, bookingId, { type: 'expire', by: 'system' }, new Date(end)),
    ]);
    expect([paid.status, lapsed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { status } = await rowOf(bookingId);
    expect(status).toBe(paid.status === 'fulfilled' ? 'confirmed' : 'expired');
    const ordered = (await ordersOf(bookingId)).map(({ kind }) => kind);
    expect(ordered).toEqual(status === 'confirmed' ? ['capture'] : []);
    if (status === 'confirmed') confirmed++;
  }
  expect(confirmed).toBeGreaterThan(0);
});
