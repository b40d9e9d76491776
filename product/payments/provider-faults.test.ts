import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refundPayment } from '#product/administration/marketplace-contract.ts';
import { cancelBooking, payBooking, releaseHold } from '#product/booking/contract.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { hold, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '#server/integrations/payments/provider.ts';
import { asCaller, inTransaction } from '#server/postgres/as-caller.ts';
import { TellAgain } from './apply-payout.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import { closeOrder, relaunchOrder } from './contract.ts';
import { reconcilePayments } from './reconcile.ts';
import { tillOf } from './testing/till.ts';

const product = await openProduct();
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_999 });
const onRequest = await openFixture(product, { priceCents: 4_999, confirmation: 'on_request' });
let viewer: SignedIn;
let days = 2;

beforeEach(async () => {
  viewer = await product.join();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect((await till.ledger()).total).toBe(0);
});

const MINUTE = 60_000;
/** Another free start each time, at least two days ahead. */
const nextStart = () => startIn(product, ++days);
const pass = (milliseconds: number) => {
  product.clock.ahead += milliseconds;
};
/** The provider as it is, save for one call: what a network or a crash makes of it. */
const once = <Name extends keyof PaymentProvider>(name: Name, instead: PaymentProvider[Name]) =>
  vi
    .spyOn(product.deps.payments, name as 'capture')
    .mockImplementationOnce(instead as PaymentProvider['capture']);

describe('what goes wrong between provider and database', () => {
  test('an answer that was lost is asked for again, and counts once', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    const { capture } = product.deps.payments;
    once('capture', async (order) => {
      await capture(order);
      throw new ProviderUnavailable('the line went dead');
    });
    await carryOutOrders(product.work);
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised' });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised' });
    pass(5_000);
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured' });
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 4_999 });
  });

  test('a process that dies after the provider’s answer doubles nothing', async () => {
    const bookingId = await till.paid(viewer, fixture, nextStart());
    await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 4_999 });
    const { refund } = product.deps.payments;
    once('refund', async (order) => {
      await refund(order);
      throw new Error('killed');
    });
    await carryOutOrders(product.work);
    // Whether the provider's own word about it has come by now is a matter of milliseconds.
    expect(product.errors).toMatchObject([{ err: { message: 'killed' } }]);
    product.errors.length = 0;
    // Tried again later; meanwhile the others go on.
    await till.paid(viewer, fixture, nextStart());
    pass(5_000);
    await till.work();
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    expect(await till.booksOf(bookingId)).toEqual({});
  });

  test('what the provider charges for its work comes out of our fee', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    const { capture } = product.deps.payments;
    once('capture', async (order) => {
      await capture(order);
      return { cost: cents(100) };
    });
    await till.work();
    expect(await till.booksOf(bookingId)).toEqual({
      provider_balance: 4_899,
      processing_costs: 100,
      platform_fees: -750,
      streamer_pending: -4_249,
    });
  });

  test('two workers at once carry out an order once', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    const capture = vi.spyOn(product.deps.payments, 'capture');
    await Promise.all([1, 2, 3].map(() => carryOutOrders(product.work)));
    expect(capture).toHaveBeenCalledTimes(1);
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured' });
  });

  test('a worker that was taken for dead hears its answer late: nothing is recorded twice', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    const { capture } = product.deps.payments;
    const asked = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    once('capture', async (order) => {
      asked.resolve();
      await late.promise;
      return capture(order);
    });
    const first = carryOutOrders(product.work);
    await asked.promise;
    expect(await carryOutOrders(product.work)).toBe(0);
    pass(20_000);
    expect(await carryOutOrders(product.work)).toBe(1);
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured' });
    const orders = () =>
      till.one(
        `select o.state, o.attempts, o.claimed_by, o.done_at from public.payment_orders o join public.payments p on p.id = o.payment_id
         where p.booking_id = $1`,
        [bookingId],
      );
    const before = await orders();
    expect(before).toMatchObject({ state: 'done', attempts: 1, claimed_by: null });
    late.resolve();
    expect(await first).toBe(1);
    expect(await orders()).toEqual(before);
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 4_999 });
  });

  test('an order is carried out while the calls of others hang', async () => {
    const hanging = await till.opened(viewer, fixture, nextStart());
    await till.fill(hanging.checkoutUrl, { card: 'accepted', webhook: 'normal' });
    const { capture } = product.deps.payments;
    const answer = Promise.withResolvers<void>();
    once('capture', async (order) => {
      await answer.promise;
      return capture(order);
    });
    const working = carryOutOrders({ ...product.work, concurrency: 2 });
    const other = await till.opened(await product.join(), fixture, nextStart());
    await till.fill(other.checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await expect.poll(() => till.paymentOf(other.bookingId)).toMatchObject({ state: 'captured' });
    expect(await till.paymentOf(hanging.bookingId)).toMatchObject({ state: 'authorised' });
    answer.resolve();
    expect(await working).toBe(2);
    expect(await till.paymentOf(hanging.bookingId)).toMatchObject({ state: 'captured' });
  });

  test('a provider that hangs with more payers than there are connections keeps nobody else waiting', async () => {
    const PAYERS = product.database.pool.options.max + 2;
    const others = await openFixture(product, { priceCents: 4_999 });
    const payers = await Promise.all(Array.from({ length: PAYERS }, () => product.join()));
    const held = await Promise.all(payers.map((payer) => hold(payer, fixture, nextStart())));
    const { openCheckout } = product.deps.payments;
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    vi.spyOn(product.deps.payments, 'openCheckout').mockImplementation(async (order) => {
      asked += 1;
      await answer.promise;
      return openCheckout(order);
    });
    const paying = payers.map((payer, at) =>
      ask(payer, payBooking, { key: key(), bookingId: held[at]!.bookingId, expectedPriceCents: 4_999 }),
    );
    await expect.poll(() => asked).toBe(PAYERS);
    // None of them holds a connection: the whole pool is left for other reads and decisions.
    const { rows } = await product.database.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
    await hold(viewer, others, nextStart());
    answer.resolve();
    for (const { checkoutUrl } of await Promise.all(paying)) expect(checkoutUrl).toMatch(/^http/);
  });

  test('a page that opens after its hold was given back is closed', async () => {
    const { bookingId } = await hold(viewer, fixture, nextStart());
    const { openCheckout } = product.deps.payments;
    once('openCheckout', async (order) => {
      const opened = await openCheckout(order);
      await ask(viewer, releaseHold, { key: key(), bookingId });
      await carryOutOrders(product.work);
      return opened;
    });
    const request = { key: key(), bookingId, expectedPriceCents: 4_999 };
    expect(await codeOf(viewer, payBooking, request)).toBe('booking_wrong_status');
    await till.work();
    const { state, checkout_reference } = await till.paymentOf(bookingId);
    expect(state).toBe('expired');
    expect(
      await till.one('select state from sandbox.checkouts where reference = $1', [checkout_reference]),
    ).toEqual({ state: 'expired' });
  });

  test('a capture that is refused calls the booking off', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    once('capture', async () => Promise.reject(new ProviderRefusal('payment_unexpected_state', 'gone')));
    await till.work();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(bookingId)).toMatchObject({
      state: 'voided',
      failure: 'payment_unexpected_state',
    });
    expect(await till.booksOf(bookingId)).toEqual({});
    product.errors.length = 0;
  });

  test('a refund that is refused for good waits for somebody of finance, who sends it again under another key, once', async () => {
    const bookingId = await till.paid(viewer, fixture, nextStart());
    once('refund', async () => Promise.reject(new ProviderRefusal('expired_or_canceled_card', 'no')));
    await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 4_999 });
    await till.work();
    const failed = await till.one(
      "select o.* from public.payment_orders o join public.payments p on p.id = o.payment_id where p.booking_id = $1 and o.state = 'failed'",
      [bookingId],
    );
    expect(failed).toMatchObject({ kind: 'refund', last_error: 'expired_or_canceled_card' });
    const order = { orderId: failed.id as string, reason: 'La banque a rouvert la carte' };
    expect(await codeOf(viewer, relaunchOrder, order)).toBe('forbidden');
    const finance = [await product.join({ role: 'admin' }), await product.join({ role: 'admin' })];
    const asked = await Promise.allSettled(finance.map((each) => ask(each, relaunchOrder, order)));
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(finance[0]!, closeOrder, order)).toBe('already_done');
    await till.work();
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    const { replaced_by: replacedBy } = await till.one(
      'select replaced_by from public.payment_orders where id = $1',
      [failed.id],
    );
    expect(replacedBy).not.toBe(failed.id);
    expect(await till.one('select state from public.payment_orders where id = $1', [replacedBy])).toEqual({
      state: 'done',
    });
    const { rows: log } = await product.database.pool.query(
      "select reason, before, after from public.audit_log where action = 'payments/relaunch-order' and before ->> 'orderId' = $1",
      [failed.id],
    );
    expect(log).toEqual([
      {
        reason: order.reason,
        before: { orderId: failed.id, state: 'failed' },
        after: { orderId: replacedBy, state: 'pending' },
      },
    ]);
    product.errors.length = 0;
  });

  test('a refund whose money has left since is not sent again: given back by hand, or made before its rest was refused', async () => {
    const bookingId = await till.paid(viewer, fixture, nextStart());
    const { id: paymentId } = await till.paymentOf(bookingId);
    const finance = await product.join({ role: 'admin' });
    const refundOf = (amount: number) =>
      inTransaction(product.database.pool, (db) =>
        orderRefund(db, { paymentId, amount, now: product.work.now() }),
      );
    const failed = async () =>
      (
        await till.one("select id from public.payment_orders where payment_id = $1 and state = 'failed'", [
          paymentId,
        ])
      ).id;
    const reason = 'La carte est de nouveau valable';

    /** Whether the team's page offers to send it again. */
    const offered = async (orderId: string) => {
      const caller = { role: 'service_role', claims: {} } as const;
      const sql = 'select can_relaunch from public.admin_failed_orders where id = $1';
      return asCaller(product.database.pool, caller, async (db) => {
        return (await db.query<{ can_relaunch: boolean }>(sql, [orderId])).rows[0]?.can_relaunch;
      });
    };

    once('refund', async () => Promise.reject(new ProviderRefusal('expired_or_canceled_card', 'no')));
    await refundOf(1_000);
    await till.work();
    const byHand = { orderId: await failed(), reason };
    expect(await offered(byHand.orderId)).toBe(true);
    await ask(finance, refundPayment, { paymentId, amountCents: 1_000, expectedRefundedCents: 0, reason });
    expect(await offered(byHand.orderId)).toBe(false);
    expect(await codeOf(finance, relaunchOrder, byHand)).toBe('already_done');
    await till.work();
    expect(await offered(byHand.orderId)).toBe(false);
    expect(await codeOf(finance, relaunchOrder, byHand)).toBe('already_done');
    await ask(finance, closeOrder, byHand);

    const { refund } = product.deps.payments;
    once('refund', async (order) => {
      throw new ProviderRefusal('no_application_fee', 'no fee was taken', await refund(order));
    });
    await refundOf(500);
    await carryOutOrders(product.work);
    const half = { orderId: await failed(), reason };
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_500 });
    expect(await offered(half.orderId)).toBe(false);
    expect(await codeOf(finance, relaunchOrder, half)).toBe('already_done');
    await till.work();
    expect(await codeOf(finance, relaunchOrder, half)).toBe('already_done');
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_500 });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ refunded_cents: 1_500 });
    product.errors.length = 0;
  });

  test('a capture that was refused can be closed and not be sent again: its booking was called off', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    once('capture', async () => Promise.reject(new ProviderRefusal('payment_unexpected_state', 'gone')));
    await till.work();
    const failed = await till.one(
      "select o.id from public.payment_orders o join public.payments p on p.id = o.payment_id where p.booking_id = $1 and o.state = 'failed'",
      [bookingId],
    );
    const admin = await product.join({ role: 'admin' });
    const order = { orderId: failed.id as string, reason: 'Réglé par virement' };
    expect(await codeOf(admin, relaunchOrder, order)).toBe('payment_not_found');
    await ask(admin, closeOrder, order);
    expect(await codeOf(admin, closeOrder, order)).toBe('already_done');
    expect(
      await till.one('select state, replaced_by from public.payment_orders where id = $1', [failed.id]),
    ).toEqual({
      state: 'closed',
      replaced_by: null,
    });
    product.errors.length = 0;
  });

  test('an event that never came is asked for', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    const silence = vi.spyOn(product.deps.payments, 'parseWebhook').mockRejectedValue(new TellAgain('lost'));
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'held' });
    await reconcilePayments(product.work);
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'held' });
    pass(2.1 * MINUTE);
    expect(await reconcilePayments(product.work)).toBeGreaterThanOrEqual(1);
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
    silence.mockRestore();
    pass(MINUTE);
    await till.work();
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 4_999 });
    product.errors.length = 0;
  });

  test('an authorisation that ran out ends the request that stood on it', async () => {
    const bookingId = await till.paid(viewer, onRequest, nextStart());
    const { payment_reference: paymentReference } = await till.paymentOf(bookingId);
    await product.deps.payments.cancelAuthorisation({ paymentReference, key: 'by hand' });
    await till.work();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(bookingId)).toMatchObject({
      state: 'voided',
      failure: 'authorisation_lapsed',
    });
  });

  test('a capture that is refused for a moment alone is tried again, and its booking stands meanwhile', async () => {
    once('capture', async () => Promise.reject(new ProviderRefusal('lock_timeout', 'busy')));
    const bookingId = await till.paid(viewer, fixture, nextStart());
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised', failure: null });
    pass(MINUTE);
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured', captured_cents: 4_999 });
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  });
});
