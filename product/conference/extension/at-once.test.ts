import { expect, test } from 'vitest';
import { holdSlot } from '#product/booking/contract.ts';
import { answerExtension, offerExtension, payExtension } from '#product/booking/extension-contract.ts';
import { holdRequest, startIn } from '#product/booking/testing/fixture.ts';
import { carryOutOrders } from '#product/payments/carry-out-orders.ts';
import { reconcilePayments } from '#product/payments/reconcile.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { openProduct, send } from '#product/testing/product-server.ts';
import { enterRoom } from '../contract.ts';
import { openStage } from '../testing/stage.ts';
import { meet, type Pair } from './testing/pair.ts';
import { EXTENSION_FAULTS } from './testing/steps.ts';

/** What two people, their second tabs, a third who books and the provider do at the same moment, each over a connection of its own. */
const product = await openProduct();
const till = tillOf(product);
let days = 2;

const begun = async (): Promise<Pair> =>
  meet(product, await openStage(product, startIn(product, ++days)), 1_000);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const extensionsOf = async ({ stage }: Pair) =>
  (
    await product.database.pool.query(
      'select state, reason, payment_id from public.session_extensions where booking_id = $1 order by offered_at',
      [stage.bookingId],
    )
  ).rows;
const paymentsOf = async ({ stage }: Pair) =>
  (
    await product.database.pool.query(
      `select state, amount_cents, captured_cents from public.payments where booking_id = $1 and kind = 'extension'`,
      [stage.bookingId],
    )
  ).rows;
const holds = async () => {
  const { rows } = await product.database.pool.query(EXTENSION_FAULTS);
  expect(rows).toEqual([]);
  expect((await till.ledger()).total).toBe(0);
};

test('both press at the same moment, each several times: one extension, agreed on', async () => {
  for (let round = 0; round < 3; round++) {
    const pair = await begun();
    const answers = await times(8, (index) => {
      const half = index % 2 ? pair.viewer : pair.streamer;
      return send(half.who, offerExtension, { ...half.self, expectedPriceCents: 1_000 });
    });
    expect(answers.map(({ refusal }) => refusal)).toEqual(answers.map(() => null));
    expect(await extensionsOf(pair)).toMatchObject([{ state: 'accepted' }]);
  }
});

test('acceptance and refusal at the same moment: one of them holds, and nothing refused is left open', async () => {
  for (let round = 0; round < 3; round++) {
    const pair = await begun();
    const { id: extensionId } = await pair.viewer.offer();
    await times(6, (index) => {
      const half = index % 2 ? pair.viewer : pair.streamer;
      return send(half.who, answerExtension, { ...half.self, extensionId, accept: index % 3 > 0 });
    });
    const [one] = await extensionsOf(pair);
    expect(one.state).toBe('refused');
    expect(await paymentsOf(pair)).toEqual([]);
  }
});

test('the payment is asked for from two tabs, several times: one page, one payment', async () => {
  const pair = await begun();
  const { id: extensionId } = await pair.agreed();
  const answers = await times(10, () =>
    send(pair.viewer.who, payExtension, { ...pair.viewer.self, extensionId }),
  );
  const urls = new Set(answers.map(({ answer }) => answer?.checkoutUrl));
  expect(urls.size).toBe(1);
  const [url = ''] = urls;
  // Paid in both tabs, reported twice, queried and processed meanwhile by several processes.
  await times(4, () => till.fill(url, { card: 'accepted', webhook: 'twice' }).catch(() => null));
  product.clock.ahead += 3 * 60_000;
  await Promise.all([
    ...product.sandbox.tasks.map((task) => task.run()),
    ...Array.from({ length: 4 }, () => reconcilePayments(product.work)),
    ...Array.from({ length: 4 }, () => carryOutOrders(product.work)),
  ]);
  await till.work();
  expect(await paymentsOf(pair)).toEqual([{ state: 'captured', amount_cents: 1_000, captured_cents: 1_000 }]);
  expect(await till.bookingOf(pair.stage.bookingId)).toMatchObject({
    duration_minutes: 75,
    price_cents: 5_000,
  });
  await holds();
});

test('a withdrawal meets the webhook: prolonged and paid, or neither', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 4; round++) {
    const pair = await begun();
    const { id: extensionId } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(extensionId);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await Promise.all([
      ...product.sandbox.tasks.map((task) => task.run()),
      send(pair.streamer.who, answerExtension, { ...pair.streamer.self, extensionId, accept: false }),
    ]);
    await till.work();
    await till.work();
    const [one] = await extensionsOf(pair);
    const [payment] = await paymentsOf(pair);
    seen.add(one.state);
    expect([one.state, payment.state]).toEqual(
      one.state === 'done' ? ['done', 'captured'] : ['refused', expect.stringMatching(/voided|expired/)],
    );
    await holds();
  }
  expect(seen.size).toBeGreaterThan(0);
});

test('a third person books the next hour while it is paid: one of them has the time, the other their money', async () => {
  const outcomes: string[] = [];
  for (let round = 0; round < 4; round++) {
    const pair = await begun();
    const { id } = await pair.agreed();
    const { checkoutUrl } = await pair.viewer.pay(id);
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    // The slot engine would require more notice than an hour; here only what is written at the same moment counts.
    await product.database.pool.query('update public.streamers set notice_minutes = 0 where id = $1', [
      pair.stage.streamer.id,
    ]);
    const others = await Promise.all([product.join(), product.join(), product.join()]);
    const next = new Date(pair.stage.startsAt + 60 * 60_000).toISOString();
    const [, ...held] = await Promise.all([
      Promise.all(product.sandbox.tasks.map((task) => task.run())),
      ...others.map((other) => send(other, holdSlot, holdRequest(pair.stage.fixture, next))),
    ]);
    await till.work();
    await till.work();
    const won = held.filter(({ answer }) => answer !== null).length;
    const [one] = await extensionsOf(pair);
    const [payment] = await paymentsOf(pair);
    outcomes.push(`${one.state} ${payment.state} ${won}`);
    expect(['done captured 0', 'failed voided 1']).toContain(outcomes.at(-1));
    await holds();
  }
  expect(outcomes).toHaveLength(4);
});

test('both return in new tabs and go on pressing: no deadlock, and no second extension', async () => {
  const pair = await begun();
  const answers = await times(12, async (index) => {
    const half = index % 2 ? pair.viewer : pair.streamer;
    const came = await send(half.who, enterRoom, { roomId: pair.stage.roomId, takeOver: true });
    const participantId = came.answer?.participantId ?? '';
    return send(half.who, offerExtension, {
      roomId: pair.stage.roomId,
      participantId,
      expectedPriceCents: 1_000,
    });
  });
  for (const { refusal } of answers)
    if (refusal)
      expect(['room_taken_over', 'extension_alone', 'invalid_input', 'try_again']).toContain(refusal.code);
  expect((await extensionsOf(pair)).length).toBeLessThanOrEqual(1);
  expect(product.errors).toEqual([]);
});
