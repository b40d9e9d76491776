import { expect, test, vi } from 'vitest';
import { refundPayment } from '#product/administration/marketplace-contract.ts';
import { advance, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { releaseFunds } from './release-funds.ts';
import { tillOf } from './testing/till.ts';

const product = await openProduct({ clockRuns: true });

test('a share waits while a refund that the provider refused is still owed', async () => {
  const till = tillOf(product);
  const fixture = await openFixture(product, { priceCents: 4_000 });
  const admin = await product.join({ role: 'admin' });
  const bookingId = await till.paid(await product.join(), fixture, startIn(product, 3));
  vi.spyOn(product.deps.payments, 'refund').mockRejectedValueOnce(
    new ProviderRefusal('card_gone', 'no such card'),
  );
  await advance(product, bookingId, { by: 'streamer', type: 'cancel' });
  await till.work();
  product.clock.ahead += 10 * 86_400_000;
  await releaseFunds(product.work);
  const { id, released_at } = await till.paymentOf(bookingId);
  expect(released_at).toBeNull();
  // An admin gives it back after all: now nothing stands in the way.
  const reason = 'Remboursement refusé, repris à la main';
  await ask(admin, refundPayment, { paymentId: id, amountCents: 4_000, expectedRefundedCents: 0, reason });
  await till.work();
  await releaseFunds(product.work);
  expect(await till.paymentOf(bookingId)).toMatchObject({
    refunded_cents: 4_000,
    released_at: expect.any(Date),
  });
  expect(await till.booksOf(bookingId)).toEqual({});
});
