import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { openGround, startIn } from '../booking/testing/ground.ts';
import { type ProductServer, startProduct } from '../testing/product-server.ts';
import { tillOf } from './testing/till.ts';

let product: ProductServer;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('a capture that is refused for a moment alone is tried again, and its booking stands meanwhile', async () => {
  const till = tillOf(product);
  vi.spyOn(product.deps.payments, 'capture').mockRejectedValueOnce(
    new ProviderRefusal('lock_timeout', 'busy'),
  );
  const ground = await openGround(product, { priceCents: 4_000 });
  const bookingId = await till.paid(await product.join(), ground, startIn(product, 3));
  expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
  expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'authorised', failure: null });
  product.clock.ahead += 60_000;
  await till.work();
  expect(await till.paymentOf(bookingId)).toMatchObject({ state: 'captured', captured_cents: 4_000 });
  expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'confirmed' });
});
