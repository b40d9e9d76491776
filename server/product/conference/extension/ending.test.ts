import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leaveRoom } from '#contracts/conference.ts';
import { cancelBooking } from '#contracts/marketplace-administration.ts';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { startIn } from '#server/product/booking/testing/fixture.ts';
import { tillOf } from '#server/product/payments/testing/till.ts';
import { ask, type ProductServer, startProduct } from '#server/product/testing/product-server.ts';
import { openStage } from '../testing/stage.ts';
import { meet, type Pair } from './testing/pair.ts';

/** What an extension does to the end of a session, and the end to it. A quarter of an hour more is 10 EUR. */
let product: ProductServer;
let till: ReturnType<typeof tillOf>;
let days = 2;

beforeAll(async () => {
  product = await startProduct();
  till = tillOf(product);
});
afterEach(() => {
  product.clock.ahead = 0;
});
afterAll(() => product.close());

const begun = async (): Promise<Pair> =>
  meet(product, await openStage(product, startIn(product, ++days)), 1_000);

describe('at the end', () => {
  test('the settlement waits for the overtime, in which both may still agree', async () => {
    const pair = await begun();
    await pair.at(60.5);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ status: 'in_progress' });
    await pair.at(64);
    const extension = await pair.agreed('streamer');
    const { checkoutUrl } = await pair.viewer.pay(extension.id);
    await pair.at(68);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ status: 'in_progress' });
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      status: 'in_progress',
      duration_minutes: 75,
    });
    await pair.at(81);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      status: 'completed',
      delivered_minutes: 75,
      refund_cents: 0,
    });
  });

  test('it settles as soon as one of them has left', async () => {
    const pair = await begun();
    await pair.at(60.5);
    await pair.time();
    await ask(pair.streamer.who, leaveRoom, pair.streamer.self);
    pair.stage.at(60.8);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      status: 'completed',
      delivered_minutes: 60,
    });
  });

  test('an extension that nobody paid holds it up no longer than its time', async () => {
    const pair = await begun();
    await pair.at(59.5);
    await pair.agreed();
    await ask(pair.streamer.who, leaveRoom, pair.streamer.self);
    pair.stage.at(62);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ status: 'in_progress' });
    pair.stage.at(65.6);
    await pair.time();
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      status: 'completed',
      duration_minutes: 60,
    });
    expect(await pair.extension()).toMatchObject({ state: 'failed', reason: 'unpaid' });
  });

  test('an admin who calls it off ends what was being paid', async () => {
    const pair = await begun();
    const { id } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(id);
    const admin = await product.join({ role: 'admin' });
    await ask(admin, cancelBooking, {
      bookingId: pair.stage.bookingId,
      expectedRefundCents: 4_000,
      reason: 'Plainte fondée',
    });
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    await till.work();
    expect(await pair.extension()).toMatchObject({ state: 'failed', reason: 'session_over' });
    expect((await pair.payments()).map(({ state }) => state)).toEqual([
      'captured',
      expect.stringMatching(/voided|expired/),
    ]);
    expect(await till.booksOf(pair.stage.bookingId)).toEqual({});
  });
});

test('a bank that does not pay what it promised: the session is what it was, and nothing is owed for more', async () => {
  const pair = await begun();
  const { id } = await pair.agreed();
  const { checkoutUrl } = await pair.viewer.pay(id);
  await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
  const { provider } = product.sandbox;
  const real = provider.capture;
  provider.capture = async () => {
    throw new ProviderRefusal('card_declined', 'no');
  };
  await till.work();
  provider.capture = real;
  expect((await pair.viewer.standing()).extension).toMatchObject({
    state: 'failed',
    reason: 'payment_failed',
  });
  expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
    duration_minutes: 60,
    price_cents: 4_000,
  });
  expect(await till.booksOf(pair.stage.bookingId)).toMatchObject({ provider_balance: 4_000 });
  await pair.at(66);
  await pair.time();
  expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({ status: 'completed', refund_cents: 0 });
});
