import { expect, test } from 'vitest';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { listPayments } from './contract.ts';
import { tillOf } from './testing/till.ts';

const product = await openProduct();
const till = tillOf(product);

const ALL = { year: null, zone: 'Europe/Paris', search: '', page: 1, size: 20 };

test('a viewer finds what they paid by year, streamer and offer, with exact sums of what is found', async () => {
  const viewer = await product.join();
  const [dear, cheap] = [
    await openFixture(product, { priceCents: 4_035 }),
    await openFixture(product, { priceCents: 1_001 }),
  ];
  const old = await till.paid(viewer, dear, startIn(product, 2));
  const late = await till.paid(viewer, dear, startIn(product, 3));
  const other = await till.paid(viewer, cheap, startIn(product, 4));
  const payment = async (bookingId: string) => (await till.paymentOf(bookingId)).id as string;
  const refunded = await payment(late);
  await inTransaction(product.database.pool, (db) =>
    orderRefund(db, { paymentId: refunded, amount: 1_017, now: nowOf(product) }),
  );
  expect((await ask(viewer, listPayments, ALL)).payments.filter(({ refunding }) => refunding)).toMatchObject([
    { id: refunded },
  ]);
  await till.work();
  // The first minute of 2025 in Paris is still 2024 in New York.
  const dated = (bookingId: string, at: string) =>
    product.rows('update public.payments set created_at = $2 where booking_id = $1', [bookingId, at]);
  await dated(old, '2024-12-31T23:01:00Z');
  await dated(late, '2025-06-01T10:00:00Z');
  await dated(other, '2026-01-02T10:00:00Z');

  const asked = async (narrowed: Partial<RequestOf<typeof listPayments>>) => {
    const { payments, totals } = await ask(viewer, listPayments, { ...ALL, ...narrowed });
    return [payments.map(({ bookingId }) => bookingId), totals.payments, totals.netCents] as const;
  };
  const all = await ask(viewer, listPayments, ALL);
  expect(all.years).toEqual([2026, 2025]);
  expect(all.totals).toEqual({ payments: 3, capturedCents: 9_071, refundedCents: 1_017, netCents: 8_054 });
  expect(all.payments[0]!.streamer).not.toBeNull();
  expect(all.payments.some(({ refunding }) => refunding)).toBe(false);
  expect(await asked({ year: 2025 })).toEqual([[late, old], 2, 7_053]);
  expect(await asked({ year: 2024 })).toEqual([[], 0, 0]);
  expect(await asked({ year: 2024, zone: 'America/New_York' })).toEqual([[old], 1, 4_035]);
  expect(await asked({ year: 2025, zone: 'Nulle/Part' })).toEqual([[late, old], 2, 7_053]);
  // A page holds a part of them, and the sums all.
  expect(await asked({ size: 1, page: 2 })).toEqual([[late], 3, 8_054]);
  expect(await asked({ page: 9 })).toEqual([[], 3, 8_054]);
  expect(await asked({ search: other.slice(0, 8) })).toEqual([[other], 1, 1_001]);
  const { name } = all.payments[0]!.streamer!;
  expect((await asked({ search: name.toUpperCase() }))[0]).toContain(other);
  expect(await asked({ search: '%' })).toEqual([[], 0, 0]);
  // Nobody else finds them there.
  expect((await ask(cheap.streamer, listPayments, ALL)).totals.payments).toBe(0);
});
