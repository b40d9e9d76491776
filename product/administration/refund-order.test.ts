import { expect, test } from 'vitest';
import { openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { refundPayment } from './marketplace-contract.ts';

const product = await openProduct();
const fixture = await openFixture(product, { priceCents: 4_500 });
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();

test('a refund and a change of its booking at the same time come one after the other', async () => {
  const bookingId = await tillOf(product).paid(viewer, fixture, startIn(product, 4));
  const { pool } = product.database;
  const { rows } = await pool.query<{ id: string }>('select id from public.payments where booking_id = $1', [
    bookingId,
  ]);
  const paymentId = rows[0]?.id ?? '';
  // Like a cancellation, each change of a booking locks the booking before its payment.
  const change = await pool.connect();
  await change.query('begin');
  // If the two waited for each other, Postgres would end this one, and at once.
  await change.query("set local deadlock_timeout = '10ms'");
  await change.query('select from public.bookings where id = $1 for update', [bookingId]);
  const refund = ask(admin, refundPayment, {
    paymentId,
    amountCents: 1_000,
    expectedRefundedCents: 0,
    reason: 'Geste commercial',
  });
  const waits = `select from pg_locks where not granted`;
  while ((await pool.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  try {
    await change.query('select from public.payments where id = $1 for update', [paymentId]);
  } finally {
    await change.query('commit');
    change.release();
  }
  expect(await refund).toEqual({ paymentId, amountCents: 1_000 });
});
