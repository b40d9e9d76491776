import { beforeEach, expect, test, vi } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { carryOut, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { notifyPayoutSent } from './notify-payment.ts';
import { tillOf } from './testing/till.ts';

const product = await openProduct({ clockRuns: true });
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_999 });
let viewer: SignedIn;
let days = 3;

beforeEach(async () => {
  product.clock.ahead = 0;
  viewer = await product.join();
});

const mails = async (bookingId: string, who = viewer) =>
  readMails(product.database.pool, "to_address = $1 and related ->> 'booking_id' = $2", [
    who.email,
    bookingId,
  ]);
const kinds = async (bookingId: string, who = viewer) =>
  (await mails(bookingId, who)).map(({ kind }) => kind);

test('a refused card is told once, with until when the slot waits', async () => {
  const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, startIn(product, ++days));
  for (const _try of [1, 2, 3]) await till.fill(checkoutUrl, { card: 'declined', webhook: 'normal' });
  const told = await mails(bookingId);
  expect(told.map(({ kind }) => kind)).toEqual(['booking.payment_failed']);
  expect(told[0]?.text).toMatch(/Votre banque a refusé le paiement[\s\S]*vous attend jusqu’à/);
  await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
  expect(await kinds(bookingId)).toEqual(['booking.payment_failed', 'booking.confirmed']);
});

test('a payment that came after the hold had ended is told, and nothing is taken', async () => {
  const { bookingId, checkoutUrl } = await till.opened(viewer, fixture, startIn(product, ++days));
  product.clock.ahead = 3_600_000;
  await carryOut(product);
  product.clock.ahead = 0;
  await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
  const told = await mails(bookingId);
  expect(told.map(({ kind }) => kind)).toEqual(['booking.payment_failed']);
  expect(told[0]?.text).toContain('arrivé après la fin du délai');
});

test('a refund is told when it leaves', async () => {
  const bookingId = await till.paid(viewer, fixture, startIn(product, ++days));
  await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 4_999 });
  await till.work();
  const told = await mails(bookingId);
  expect(told.map(({ kind }) => kind)).toEqual([
    'booking.confirmed',
    'booking.cancelled',
    'booking.refunded',
  ]);
  expect(told[2]?.subject).toMatch(/^Remboursement de 49,99\s€$/);
  expect(await kinds(bookingId, fixture.streamer)).toEqual(['booking.confirmed', 'booking.cancelled']);
});

test('money that a bank does not pay after all ends the session, and both are told why', async () => {
  vi.spyOn(product.deps.payments, 'capture').mockRejectedValueOnce(
    new ProviderRefusal('payment_unexpected_state', 'gone'),
  );
  const bookingId = await till.paid(viewer, fixture, startIn(product, ++days));
  vi.restoreAllMocks();
  expect(await kinds(bookingId)).toEqual(['booking.confirmed', 'booking.capture_failed']);
  expect(await kinds(bookingId, fixture.streamer)).toEqual(['booking.confirmed', 'booking.capture_failed']);
});

test('a payout is told to its streamer', async () => {
  await inTransaction(product.database.pool, (db) =>
    notifyPayoutSent(db, {
      streamerId: fixture.streamer.id,
      payoutId: key(),
      amount: 2_345 as never,
      now: new Date(),
    }),
  );
  const told = await readMails(product.database.pool, "to_address = $1 and kind = 'notice.payout_sent'", [
    fixture.streamer.email,
  ]);
  expect(told).toMatchObject([{ subject: expect.stringMatching(/^Versement de 23,45/) }]);
});
