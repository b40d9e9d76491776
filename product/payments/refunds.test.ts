import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { openProduct } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { tillOf } from './testing/till.ts';
import { handleEvent } from './webhooks.ts';

const product = await openProduct();
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_999 });
let bookingId: string;
let paymentId: string;
let days = 2;

beforeEach(async () => {
  bookingId = await till.paid(await product.join(), fixture, startIn(product, ++days));
  ({ id: paymentId } = await till.paymentOf(bookingId));
});

const order = (amount: number) =>
  inTransaction(product.database.pool, (db) => orderRefund(db, { paymentId, amount, now: nowOf(product) }));

describe('an admin’s refund', () => {
  test('is ordered up to what is left, refunds under way counted', async () => {
    await order(4_000);
    await expect(order(1_000)).rejects.toMatchObject({ code: 'more_than_captured' });
    await till.work();
    await order(999);
    await till.work();
    await expect(order(1)).rejects.toMatchObject({ code: 'more_than_captured' });
    expect(await till.booksOf(bookingId)).toEqual({});
  });
});

describe('a refund that the provider tells of', () => {
  /** @param by the order of ours that made it, null for a hand */
  const tell = async (amount: number, by: string | null, refundReference: string = randomUUID()) => {
    const { payment_reference: paymentReference } = await till.paymentOf(bookingId);
    return handleEvent(product.work, {
      ...{ eventId: randomUUID(), at: instantOf(nowOf(product).getTime()) },
      ...{ kind: 'payment_refunded', paymentId, checkoutReference: null, paymentReference },
      ...{ refundReference, key: by, failure: null, amount: cents(amount) },
    });
  };
  const ordered = async (amount: number): Promise<string> => {
    await order(amount);
    const { rows } = await product.database.pool.query<{ id: string }>(
      "select id from public.payment_orders where payment_id = $1 and kind = 'refund'",
      [paymentId],
    );
    return rows[0]!.id;
  };

  test('made by hand is booked, once', async () => {
    const reference = randomUUID();
    expect(await tell(1_000, null, reference)).toBe('applied');
    expect(await tell(1_000, null, reference)).toBe('known');
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_000 });
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 3_999 });
  });

  test('made by hand is booked while one of ours is under way, which is known by its key', async () => {
    const own = await ordered(500);
    expect(await tell(1_000, null)).toBe('applied');
    expect(await tell(500, own)).toBe('ours');
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_000 });
    await till.work();
    expect(await tell(500, own)).toBe('known');
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_500 });
    expect(await till.booksOf(bookingId)).toMatchObject({ provider_balance: 3_499 });
  });

  test('made for an order that we had given up is booked all the same', async () => {
    const own = await ordered(500);
    await product.database.pool.query("update public.payment_orders set state = 'failed' where id = $1", [
      own,
    ]);
    expect(await tell(500, own)).toBe('applied');
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 500 });
  });

  test('with the key of another payment’s order is not taken for ours', async () => {
    const elsewhere = await ordered(500);
    bookingId = await till.paid(await product.join(), fixture, startIn(product, ++days));
    ({ id: paymentId } = await till.paymentOf(bookingId));
    expect(await tell(300, elsewhere)).toBe('applied');
  });
});
