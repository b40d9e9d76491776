import { describe, expect, test } from 'vitest';
import { cancelBooking } from '#product/administration/marketplace-contract.ts';
import { offerExtension, payExtension } from '#product/booking/extension-contract.ts';
import { book, hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { leaveRoom, sendHeartbeat } from '../contract.ts';
import { openStage, type Stage } from '../testing/stage.ts';
import { meet, type Pair } from './testing/pair.ts';

/** A session of 40 EUR an hour, paid: a quarter of an hour more is 10 EUR. */
const product = await openProduct();
const till = tillOf(product);
let days = 2;

const open = () => openStage(product, startIn(product, ++days));
const begun = async (): Promise<Pair> => meet(product, await open(), 1_000);
/**
 * Somebody else has the streamer's time from the end of the session on; booked days ago, so that anything merely held has lapsed since.
 */
const bookAfter = async ({ fixture, startsAt }: Stage, manner: 'booked' | 'held' = 'booked') => {
  const other = await product.join();
  const start = new Date(startsAt + 60 * 60_000).toISOString();
  const now = product.clock.ahead;
  product.clock.ahead = 0;
  await (manner === 'booked' ? book(product, other, fixture, start) : hold(other, fixture, start));
  product.clock.ahead = now;
};

describe('a paid session', () => {
  test('is prolonged by a quarter of an hour once both agreed and the viewer has paid', async () => {
    const pair = await begun();
    const { stage, viewer, streamer } = pair;
    expect(await viewer.standing()).toMatchObject({
      extension: null,
      mayExtend: { priceCents: 1_000, minutes: 15, refusal: null },
    });
    const offered = await streamer.offer();
    expect(offered).toMatchObject({ by: 'streamer', state: 'offered', priceCents: 1_000 });
    expect((await viewer.standing()).extension).toEqual(offered);
    expect(await viewer.answer(offered.id)).toMatchObject({ state: 'accepted' });
    const { checkoutUrl } = await viewer.pay(offered.id);
    expect((await streamer.standing()).extension).toMatchObject({ state: 'paying' });
    // Asked for again, in a second tab: the same page.
    expect(await viewer.pay(offered.id)).toEqual({ checkoutUrl });
    const before = await till.bookingOf(stage.bookingId);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'twice' });
    await till.work();
    const standing = await streamer.standing();
    expect(standing.extension).toMatchObject({ state: 'done', reason: null });
    expect(Date.parse(standing.endsAt)).toBe(stage.startsAt + 75 * 60_000);
    expect(Date.parse(standing.closesAt)).toBe(stage.startsAt + 80 * 60_000);
    const after = await till.bookingOf(stage.bookingId);
    expect(after).toMatchObject({
      status: 'in_progress',
      duration_minutes: 75,
      price_cents: 5_000,
      revision: before.revision + 1,
    });
    expect(await pair.payments()).toMatchObject([
      { kind: 'booking', state: 'captured', captured_cents: 4_000 },
      { kind: 'extension', state: 'captured', captured_cents: 1_000 },
    ]);
    expect(await till.booksOf(stage.bookingId)).toMatchObject({
      provider_balance: 5_000,
      platform_fees: -750,
      streamer_pending: -4_250,
    });
    const release = (await pair.payments()).map(({ release_due_at }) => release_due_at.getTime());
    expect(new Set(release)).toEqual(new Set([stage.startsAt + (75 + 48 * 60) * 60_000]));
    const { rows: notified } = await product.database.pool.query(
      `select person_id, data ->> 'event' as event, (data ->> 'minutes')::int as minutes from public.notifications
       where booking_id = $1 and kind = 'extend_session'`,
      [stage.bookingId],
    );
    expect(new Set(notified.map(({ person_id }) => person_id))).toEqual(
      new Set([stage.viewer.id, stage.streamer.id]),
    );
    expect(notified).toMatchObject([
      { event: 'extended', minutes: 15 },
      { event: 'extended', minutes: 15 },
    ]);
  });

  test('twice in a row, each time at the price of its own minutes, and is settled over all of it', async () => {
    const pair = await begun();
    const { stage } = pair;
    await pair.at(40);
    await pair.extended();
    await pair.at(50);
    await pair.extended();
    expect(await till.bookingOf(stage.bookingId)).toMatchObject({ duration_minutes: 90, price_cents: 6_000 });
    await pair.at(75);
    // The streamer leaves a quarter of an hour before the end: 75 of 90 minutes are less than 90 %.
    await ask(pair.streamer.who, leaveRoom, pair.streamer.self);
    stage.at(91);
    await pair.time();
    await till.work();
    expect(await till.bookingOf(stage.bookingId)).toMatchObject({
      status: 'completed',
      delivered_minutes: 75,
      refund_cents: 1_000,
    });
    // The last quarter was not delivered, so the extension's payment is the one refunded.
    expect(await pair.payments()).toMatchObject([
      { captured_cents: 4_000, refunded_cents: 0 },
      { captured_cents: 1_000, refunded_cents: 0 },
      { captured_cents: 1_000, refunded_cents: 1_000 },
    ]);
  });

  test('is refunded by an admin from all of its payments, from each no more than was captured', async () => {
    const pair = await begun();
    await pair.extended();
    const extensionPayment = (await pair.payments())[1]?.id;
    await product.database.pool.query(
      `insert into public.payment_orders (payment_id, kind, amount_cents, posting_kind) values ($1, 'refund', 300, 'refund')`,
      [extensionPayment],
    );
    await till.work();
    const admin = await product.join({ role: 'admin' });
    await ask(admin, cancelBooking, {
      bookingId: pair.stage.bookingId,
      expectedRefundCents: 5_000,
      reason: 'Plainte fondée',
    });
    await till.work();
    expect(await pair.payments()).toMatchObject([
      { captured_cents: 4_000, refunded_cents: 4_000 },
      { captured_cents: 1_000, refunded_cents: 1_000 },
    ]);
    expect(await till.booksOf(pair.stage.bookingId)).not.toHaveProperty('streamer_pending');
  });
});

test('money that came too late for one extension refunds nothing of another', async () => {
  const pair = await begun();
  const first = await pair.agreed();
  const { checkoutUrl } = await pair.viewer.pay(first.id);
  await pair.viewer.answer(first.id, false);
  await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
  // Its webhook has arrived, but the provider has not been told yet to release the money.
  for (const task of product.sandbox.tasks) await task.run();
  const second = await pair.agreed();
  const { checkoutUrl: another } = await pair.viewer.pay(second.id);
  await till.fill(another, { card: 'accepted', webhook: 'normal' });
  for (const task of product.sandbox.tasks) await task.run();
  const admin = await product.join({ role: 'admin' });
  await ask(admin, cancelBooking, {
    bookingId: pair.stage.bookingId,
    expectedRefundCents: 5_000,
    reason: 'Plainte fondée',
  });
  await till.work();
  expect(await pair.payments()).toMatchObject([
    { state: 'captured', refunded_cents: 4_000 },
    { state: 'voided', captured_cents: 0 },
    { state: 'captured', refunded_cents: 1_000 },
  ]);
});

describe('an extension is not made', () => {
  test('when nobody answers it', async () => {
    const pair = await begun();
    await pair.viewer.offer();
    await pair.at(4.1);
    await pair.time();
    expect((await pair.viewer.standing()).extension).toMatchObject({ state: 'failed', reason: 'unanswered' });
  });

  test('when the other side refuses it, or the side that agreed withdraws; it may be offered again', async () => {
    const pair = await begun();
    const first = await pair.viewer.offer();
    expect(await pair.streamer.answer(first.id, false)).toMatchObject({
      state: 'refused',
      reason: 'declined',
    });
    const second = await pair.agreed('streamer');
    const { checkoutUrl } = await pair.viewer.pay(second.id);
    expect(await pair.viewer.answer(second.id, false)).toMatchObject({
      state: 'refused',
      reason: 'withdrawn',
    });
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    await till.work();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      duration_minutes: 60,
      price_cents: 4_000,
    });
    expect((await pair.payments())[1]).toMatchObject({ captured_cents: 0 });
    expect(['voided', 'expired']).toContain((await pair.payments())[1]?.state);
    await pair.extended();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ duration_minutes: 75 });
  });

  test('when the viewer abandons the page, and a payment that comes too late is released', async () => {
    const pair = await begun();
    const { id } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(id);
    await pair.at(7.5);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'late' });
    await pair.time();
    expect((await pair.viewer.standing()).extension).toMatchObject({ state: 'failed', reason: 'unpaid' });
    product.clock.ahead += 5 * 60_000;
    await till.work();
    await till.work();
    expect((await pair.payments())[1]).toMatchObject({ state: 'voided', captured_cents: 0 });
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      duration_minutes: 60,
      price_cents: 4_000,
    });
  });

  test('when somebody has booked the next slot while the viewer paid: the money is released', async () => {
    const pair = await begun();
    const { id } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(id);
    await bookAfter(pair.stage);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    await till.work();
    expect((await pair.viewer.standing()).extension).toMatchObject({ state: 'failed', reason: 'time_taken' });
    expect((await pair.payments())[1]).toMatchObject({ state: 'voided', captured_cents: 0 });
    expect(await till.booksOf(pair.stage.bookingId)).toMatchObject({ provider_balance: 4_000 });
  });

  test('when the next session is too near already: neither offered, nor accepted, nor sold', async () => {
    const pair = await begun();
    const first = await pair.viewer.offer();
    await bookAfter(pair.stage);
    expect(await pair.streamer.answer(first.id)).toMatchObject({ state: 'failed', reason: 'time_taken' });
    expect((await pair.viewer.standing()).mayExtend).toMatchObject({ refusal: 'streamer_busy' });
    const offer = { ...pair.viewer.self, expectedPriceCents: 1_000 };
    expect(await codeOf(pair.viewer.who, offerExtension, offer)).toBe('extension_time_taken');
  });

  test('when the time was booked between acceptance and payment: its page is not even opened', async () => {
    const pair = await begun();
    const { id: extensionId } = await pair.agreed();
    await bookAfter(pair.stage);
    const pay = { ...pair.viewer.self, extensionId };
    expect(await codeOf(pair.viewer.who, payExtension, pay)).toBe('extension_time_taken');
    expect(await pair.extension()).toMatchObject({
      state: 'failed',
      reason: 'time_taken',
      payment_id: null,
    });
  });

  test('when the viewer has another session', async () => {
    const pair = await begun();
    const fixture = await openFixture(product, { durationMinutes: 30 });
    const now = product.clock.ahead;
    product.clock.ahead = 0;
    await book(
      product,
      pair.stage.viewer,
      fixture,
      new Date(pair.stage.startsAt + 60 * 60_000).toISOString(),
    );
    product.clock.ahead = now;
    expect((await pair.streamer.standing()).mayExtend).toMatchObject({ refusal: 'viewer_busy' });
  });

  test('for a price other than the button’s, nor by one side alone, nor by an admin, nor before the start', async () => {
    const stage = await open();
    const pair = await meet(product, stage, 1_000);
    const price = (expectedPriceCents: number) => ({ ...pair.viewer.self, expectedPriceCents });
    expect(await codeOf(pair.viewer.who, offerExtension, price(900))).toBe('extension_changed');
    await ask(pair.streamer.who, leaveRoom, pair.streamer.self);
    expect((await pair.viewer.standing()).mayExtend).toMatchObject({ refusal: 'alone' });
    expect(await codeOf(pair.viewer.who, offerExtension, price(1_000))).toBe('extension_alone');
    const stranger = await product.join();
    expect(await codeOf(stranger, offerExtension, price(1_000))).toBe('room_not_found');
    expect(
      await codeOf(pair.streamer.who, offerExtension, { ...pair.streamer.self, expectedPriceCents: 1_000 }),
    ).toBe('room_left');
  });
});

test('a lapsed hold does not prevent it', async () => {
  const pair = await begun();
  await bookAfter(pair.stage, 'held');
  expect((await pair.viewer.standing()).mayExtend).toMatchObject({ refusal: null });
  await pair.extended();
  expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ duration_minutes: 75 });
});

test('a free session goes on at once when both agree, without a payment', async () => {
  const stage = await open();
  await product.database.pool.query('update public.bookings set price_cents = 0 where id = $1', [
    stage.bookingId,
  ]);
  const pair = await meet(product, stage, 0);
  expect(await pair.agreed('viewer', 0)).toMatchObject({ state: 'done', priceCents: 0 });
  expect(await till.bookingOf(stage.bookingId)).toMatchObject({ duration_minutes: 75, price_cents: 0 });
  expect(await codeOf(pair.viewer.who, sendHeartbeat, { ...pair.viewer.self, connected: 1 })).toBeNull();
});
