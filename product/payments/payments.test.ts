import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptRequest, cancelBooking, declineRequest, payBooking } from '#product/booking/contract.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { carryOut, hold, key, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '#server/integrations/payments/provider.ts';
import type { ProviderEvent } from '#server/integrations/payments/provider-event.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { tillOf } from './testing/till.ts';
import { handleEvent } from './webhooks.ts';

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

describe('a booking that is paid', () => {
  test('is confirmed when the provider holds the money, and captured', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'open', amount_cents: 4_999 });
    const { location } = await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    expect(location).toMatch(new RegExp(`/book-session/.+\\?booking=${bookingId}&payment=done$`));
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured', captured_cents: 4_999 });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({
      state: 'captured',
      captured_cents: 4_999,
    });
    expect(await till.booksOf(bookingId)).toEqual({
      provider_balance: 4_999,
      platform_fees: -750,
      streamer_pending: -4_249,
    });
  });

  test('with an event that comes twice is paid once', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'twice' });
    await till.work();
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 4_999 });
    expect(
      await till.one('select count(*)::int as n from private.provider_events where payment_id = $1', [
        (await till.paymentOf(bookingId)).id,
      ]),
    ).toEqual({ n: 2 }); // authorised once, captured once
  });

  test('after a refused card and a failed second step, with a third', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'declined', webhook: 'normal' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'open', failure: 'card_declined' });
    const second = await till.fill(checkoutUrl, { card: 'challenge', webhook: 'normal' });
    await till.fill(new URL(second.location!, checkoutUrl).href, { answer: 'fail' });
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised', failure: null });
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  });

  test('is offered the same page again while it is open', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    const again = await ask(viewer, payBooking, { key: key(), bookingId, expectedPriceCents: 4_999 });
    expect(again.checkoutUrl).toBe(checkoutUrl);
  });

  test('on request is captured when the streamer accepts, not before', async () => {
    const bookingId = await till.paid(viewer, onRequest, nextStart());
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'requested' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised' });
    expect(await till.booksOf(bookingId)).toEqual({});
    await ask(onRequest.streamer, acceptRequest, { key: key(), bookingId });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured' });
  });

  test('and cancelled in time gives everything back, our fee too', async () => {
    const bookingId = await till.paid(viewer, fixture, nextStart());
    await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 4_999 });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    expect(await till.booksOf(bookingId)).toEqual({});
  });

  test('and cancelled before it was captured is captured, then refunded', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 4_999 });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured', refunded_cents: 4_999 });
    expect(await till.booksOf(bookingId)).toEqual({});
  });

  test('says so when the provider does not answer or refuses; the same request goes on, or begins again', async () => {
    const { bookingId } = await hold(viewer, fixture, nextStart());
    const request = { key: key(), bookingId, expectedPriceCents: 4_999 };
    once('openCheckout', async () => Promise.reject(new ProviderUnavailable('away')));
    expect(await codeOf(viewer, payBooking, request)).toBe('provider_unavailable');
    const begun = await till.paymentOf(bookingId);
    expect(begun).toMatchObject({ state: 'open', checkout_url: null });
    once('openCheckout', async () => Promise.reject(new ProviderRefusal('account_not_ready', 'no')));
    expect(await codeOf(viewer, payBooking, request)).toBe('provider_refused');
    expect(await till.paymentOf(bookingId)).toMatchObject({ id: begun.id, state: 'expired' });
    const { checkoutUrl } = await ask(viewer, payBooking, request);
    expect(checkoutUrl).toContain('/sandbox-provider/checkout/');
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'open', checkout_url: checkoutUrl });
    expect((await ask(viewer, payBooking, request)).checkoutUrl).toBe(checkoutUrl);
  });
});

describe('money that nobody wants any more', () => {
  test('is not taken: the page closes with the hold', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    pass(16 * MINUTE);
    await carryOut(product);
    await till.work();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'expired' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'expired' });
    expect((await fetch(checkoutUrl)).status).toBe(410);
  });

  test('is let go when the payer was faster than the closing of the page', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    pass(16 * MINUTE);
    await carryOut(product);
    // The order to close is not carried out yet.
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
    await till.work();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'expired' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'voided' });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ state: 'voided' });
  });

  test('is let go when its event came after the page was closed', async () => {
    const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, nextStart());
    await till.fill(checkoutUrl, { card: 'accepted', webhook: 'late' });
    pass(16 * MINUTE);
    await carryOut(product);
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'voided' });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ state: 'voided' });
    expect(await till.booksOf(bookingId)).toEqual({});
  });

  test('is let go when the request is declined', async () => {
    const bookingId = await till.paid(viewer, onRequest, nextStart());
    await ask(onRequest.streamer, declineRequest, { key: key(), bookingId });
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'voided' });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ state: 'voided' });
  });
});

describe('a webhook', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/webhooks/payments`, { method: 'POST', body, headers });

  test('without the provider’s signature is refused', async () => {
    const response = await send('{"kind":"payment_authorised"}', {
      'loge-sandbox-signature': `t=1,v1=${'0'.repeat(64)}`,
    });
    expect(response.status).toBe(400);
    expect((await send('x'.repeat(600 * 1024))).status).toBe(413);
  });

  test('about a payment that is not ours changes nothing', async () => {
    const event = { ...happened(), kind: 'payment_captured' as const, ...nobody, amount: cents(100) };
    expect(await handleEvent(product.work, event)).toBe('unknown_payment');
    expect(await handleEvent(product.work, event)).toBe('known');
  });

  test('that arrives at ten places at once is applied at one', async () => {
    const { bookingId } = await till.opened(viewer, fixture, nextStart());
    const payment = await till.paymentOf(bookingId);
    const event: ProviderEvent = {
      ...happened(),
      kind: 'payment_authorised',
      paymentId: payment.id,
      checkoutReference: payment.checkout_reference,
      paymentReference: `by-hand-${payment.id}`,
      amount: cents(4_999),
    };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => handleEvent(product.work, event)));
    expect(outcomes.sort()).toEqual(['applied', ...Array.from({ length: 9 }, () => 'known')]);
    // The sandbox knows nothing of it: no worker may ask.
    await product.database.pool.query('delete from public.payment_orders where payment_id = $1', [
      payment.id,
    ]);
  });

  const happened = () => ({ eventId: randomUUID(), at: instantOf(nowOf(product).getTime()) });
  const nobody = { paymentId: null, checkoutReference: null, paymentReference: 'nobody' };
  const about = async (bookingId: string) => {
    const { id, payment_reference } = await till.paymentOf(bookingId);
    return { paymentId: id, checkoutReference: null, paymentReference: payment_reference };
  };

  test('of a dispute holds the share, and no refund is ordered meanwhile', async () => {
    const bookingId = await till.paid(viewer, fixture, nextStart());
    const dispute = { ...(await about(bookingId)), disputeReference: randomUUID(), amount: cents(4_999) };
    const tell = (outcome: 'lost' | null) =>
      handleEvent(product.work, {
        ...happened(),
        ...dispute,
        kind: 'dispute_changed',
        withdrawn: cents(4_999),
        reinstated: cents(0),
        outcome,
        cost: cents(2_000),
        costGivenBack: cents(0),
        reason: 'fraudulent',
        phase: outcome === null ? 'needs_answer' : 'closed',
        answerBy: null,
      });
    expect(await tell(null)).toBe('applied');
    expect(await tell(null)).toBe('known');
    expect(await till.booksOf(bookingId)).toMatchObject({
      provider_balance: -2_000,
      disputed_funds: 4_999,
      dispute_costs: 2_000,
    });
    const { id } = await till.paymentOf(bookingId);
    await expect(
      inTransaction(product.database.pool, (db) =>
        orderRefund(db, { paymentId: id, amount: 100, now: nowOf(product) }),
      ),
    ).rejects.toMatchObject({ code: 'payment_in_dispute' });
    expect(await tell('lost')).toBe('applied');
    expect(await tell('lost')).toBe('known');
    expect(await till.booksOf(bookingId)).toEqual({ provider_balance: -2_000, dispute_costs: 2_000 });
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999, disputed_cents: 0 });
  });
});
