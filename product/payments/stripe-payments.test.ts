import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockBooking } from '#product/booking/booking-row.ts';
import { changeExtension, insertExtension } from '#product/booking/extension-row.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import {
  advance,
  carryOut,
  type Fixture,
  nowOf,
  openFixture,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import { insertPayment } from './open-checkout.ts';
import { reconcilePayments } from './reconcile.ts';
import { type AtStripe, atStripe } from './testing/at-stripe.ts';
import { tillOf } from './testing/till.ts';

/** The same product with Stripe behind the port: what only the two together can get wrong. */
const product = await openProduct();
const till = tillOf(product);
let viewer: SignedIn;
let at: AtStripe;
let days = 2;

beforeEach(async () => {
  at = await atStripe(product);
  viewer = await product.join();
  await product.database.pool.query(
    "update public.payments set state = 'voided' where state in ('open', 'authorised')",
  );
});
afterEach(async () => {
  await at.double.close();
});

const opened = (fixture: Fixture) => at.opened(viewer, fixture, startIn(product, ++days));
const settle = async () => {
  await at.deliver();
  await at.deliver();
};
const refund = async (bookingId: string, amount: number) => {
  const { id: paymentId } = await till.paymentOf(bookingId);
  await inTransaction(product.database.pool, (db) =>
    orderRefund(db, { paymentId, amount, now: nowOf(product) }),
  );
  await settle();
};

test('a payment with a destination leaves account and books at the same cent, refund after refund', async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const account = await at.onboarded();
  await product.database.pool.query(
    `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
     values ($1, 'stripe', $2, true, true)`,
    [fixture.streamer.id, account],
  );
  const { bookingId, session } = await opened(fixture);
  at.people.pays(session);
  await settle();
  expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  expect(await till.booksOf(bookingId)).toEqual({
    provider_balance: 4_899,
    processing_costs: 100,
    platform_fees: -750,
    streamer_pending: -4_249,
  });
  expect(at.double.state.balances.get(account)).toBe(4_249);
  for (const amount of [1, 1_111, 333, 2_222]) {
    await refund(bookingId, amount);
    const { streamer_pending = 0 } = await till.booksOf(bookingId);
    expect(at.double.state.balances.get(account)).toBe(0 - streamer_pending);
  }
  await refund(bookingId, 1_332);
  expect(at.double.state.balances.get(account)).toBe(0);
  expect(await till.booksOf(bookingId)).toEqual({ provider_balance: -100, processing_costs: 100 });
});

test('a hold that ends closes the session; an authorisation that was faster is cancelled', async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const first = await opened(fixture);
  const second = await opened(fixture);
  const intent = at.people.pays(second.session);
  at.double.events.length = 0; // its event is lost
  product.clock.ahead += 16 * 60_000;
  await carryOut(product);
  await carryOutOrders(at.work);
  expect(await till.paymentOf(first.bookingId)).toMatchObject({ state: 'expired' });
  expect(at.double.state.sessions.get(first.session)).toMatchObject({ status: 'expired' });
  expect(await till.paymentOf(second.bookingId)).toMatchObject({ state: 'voided' });
  expect(at.double.state.intents.get(intent)).toMatchObject({ status: 'canceled' });
});

test('a payment whose event was lost is found by asking', async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const { bookingId, session } = await opened(fixture);
  at.people.pays(session);
  at.double.events.length = 0;
  product.clock.ahead += 3 * 60_000;
  expect(await reconcilePayments(at.work)).toBe(1);
  expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  await settle();
  expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured' });
});

test('Stripe away for an hour takes nothing twice', async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const { bookingId, session } = await opened(fixture);
  const intent = at.people.pays(session);
  at.double.faults.push('answer lost', { status: 503 }, { status: 503 });
  await at.deliver();
  expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised' });
  product.clock.ahead += 3_600_000;
  await settle();
  expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured', captured_cents: 4_999 });
  expect(at.double.state.intents.get(intent)).toMatchObject({ amount_received: 4_999 });
  expect((await till.ledger()).total).toBe(0);
});

test('an extension is a checkout of its own, and both payments give back what each captured', async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const account = await at.onboarded();
  await product.database.pool.query(
    `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
     values ($1, 'stripe', $2, true, true)`,
    [fixture.streamer.id, account],
  );
  const { bookingId, session } = await opened(fixture);
  at.people.pays(session);
  await settle();
  const { start_at: start } = await till.one('select start_at from public.bookings where id = $1', [
    bookingId,
  ]);
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start);
  // Both have agreed, a minute into the session.
  product.clock.ahead = start.getTime() + 60_000 - Date.now();
  const now = nowOf(product);
  const until = new Date(Date.now() + 6 * 60_000);
  const extension = { minutes: 15, price: cents(1_250) };
  const paymentId = await at.transact(async (db) => {
    const { row } = await lockBooking(db, bookingId);
    const wantedUntil = instantOf(until.getTime());
    const id = await insertPayment(db, at.work.product, {
      kind: 'extension',
      row,
      amountCents: extension.price,
      wantedUntil,
      now,
    });
    const made = await insertExtension(db, { bookingId, side: 'viewer', extension, until, now });
    await changeExtension(db, made, { state: 'paying', payment_id: id });
    return id;
  });
  const url = await at.openPage(paymentId);
  expect(await at.openPage(paymentId)).toBe(url);
  const payment = await till.paymentOf(bookingId);
  expect(payment).toMatchObject({ kind: 'extension', provider: 'stripe', amount_cents: 1_250 });
  expect(at.double.state.sessions.get(payment.checkout_reference)).toMatchObject({ amount_total: 1_250 });
  at.people.pays(payment.checkout_reference);
  await settle();
  expect(await till.bookingOf(bookingId)).toMatchObject({ duration_minutes: 75, price_cents: 6_249 });
  expect(at.double.state.balances.get(account)).toBe(4_249 + 1_062);
  expect(await till.booksOf(bookingId)).toMatchObject({ streamer_pending: -(4_249 + 1_062) });

  await advance(product, bookingId, { type: 'cancel', by: 'admin' });
  await settle();
  const { rows } = await product.database.pool.query(
    'select kind, captured_cents, refunded_cents from public.payments where booking_id = $1 order by created_at',
    [bookingId],
  );
  expect(rows).toEqual([
    { kind: 'booking', captured_cents: 4_999, refunded_cents: 4_999 },
    { kind: 'extension', captured_cents: 1_250, refunded_cents: 1_250 },
  ]);
  expect(at.double.state.balances.get(account)).toBe(0);
});
