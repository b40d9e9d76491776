import { describe, expect, test } from 'vitest';
import { suspendPerson } from '#product/administration/contract.ts';
import { cancelBooking } from '#product/administration/marketplace-contract.ts';
import { startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { leaveRoom } from '../contract.ts';
import { openStage } from '../testing/stage.ts';
import { meet, type Pair } from './testing/pair.ts';

/** How an extension affects the end of a session, and the end an extension. A quarter of an hour more costs 10 EUR. */
const product = await openProduct();
const till = tillOf(product);
let days = 2;

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

  test('an extension that nobody paid delays it no longer than its time to pay', async () => {
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

  test('an admin who cancels the session also ends an extension that is being paid', async () => {
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

test('when a bank does not pay what it authorised, the session has its former length, and nothing is owed for more', async () => {
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

describe('when one of the two is suspended', () => {
  const suspend = async (personId: string) => {
    const admin = await product.join({ role: 'admin' });
    return ask(admin, suspendPerson, { personId, until: null, reason: 'Plusieurs signalements' });
  };

  test.each(['streamer', 'viewer'] as const)(
    'the %s’s: what was agreed on and not paid is withdrawn',
    async (side) => {
      const pair = await begun();
      const { id } = await pair.agreed();
      expect(await suspend(pair[side].who.id)).toMatchObject({ ended: 1 });
      expect(await pair.extension()).toMatchObject({
        state: 'refused',
        reason: 'withdrawn',
        payment_id: null,
      });
      await expect(pair.viewer.pay(id)).rejects.toThrow();
      await pair.time();
      expect(await pair.payments()).toHaveLength(1);
    },
  );

  test('a payment page that is open already takes nothing, however fast its payer was', async () => {
    const pair = await begun();
    const { id } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(id);
    await suspend(pair.streamer.who.id);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'twice' });
    await pair.time();
    expect(await pair.extension()).toMatchObject({ state: 'refused', reason: 'withdrawn' });
    const [, extension] = await pair.payments();
    expect(extension).toMatchObject({ kind: 'extension', captured_cents: 0 });
    expect(['voided', 'expired']).toContain(extension?.state);
    expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
      status: 'in_progress',
      duration_minutes: 60,
    });
  });

  test('an offer that was accepted in the same moment is paid before the suspension, or not at all', async () => {
    const pairs = [];
    for (let index = 0; index < 4; index++) {
      const pair = await begun();
      const { id } = await pair.agreed();
      pairs.push({ pair, checkoutUrl: (await pair.viewer.pay(id)).checkoutUrl });
    }
    for (const { pair, checkoutUrl } of pairs) {
      pair.stage.at(1);
      await Promise.allSettled([
        suspend(pair.streamer.who.id),
        till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' }).then(() => till.work()),
      ]);
      await pair.time();
      const [, extension] = await pair.payments();
      const { duration_minutes } = await till.bookingOf(pair.stage.bookingId);
      // Prolonged and paid, or as long as before and nothing taken; never one without the other.
      expect([extension?.captured_cents, duration_minutes]).toEqual(
        extension?.state === 'captured' ? [1_000, 75] : [0, 60],
      );
    }
  });
});
