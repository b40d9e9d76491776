import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerProposal, proposeStart } from '#contracts/booking.ts';
import { ask, type ProductServer, type SignedIn, send, startProduct } from '../testing/product-server.ts';
import { book, key, openFixture, startIn } from './testing/fixture.ts';

let product: ProductServer;
let viewers: SignedIn[];
beforeAll(async () => {
  product = await startProduct();
  viewers = await Promise.all([product.join(), product.join(), product.join()]);
});
afterAll(() => product.close());

test('a session that filled up since it was proposed is taken, whatever became of the hours', async () => {
  const [moved, ...others] = viewers as [SignedIn, SignedIn, SignedIn];
  const fixture = await openFixture(product, { seats: 2 });
  const elsewhere = startIn(product, 6);
  const bookingId = await book(product, moved, fixture, startIn(product, 5));
  await ask(fixture.streamer, proposeStart, { key: key(), bookingId, start: elsewhere });
  for (const other of others) await book(product, other, fixture, elsewhere);
  await product.database.pool.query('delete from public.weekly_hours where streamer_id = $1', [
    fixture.streamer.id,
  ]);
  const { refusal } = await send(moved, answerProposal, { key: key(), bookingId, answer: 'accept' });
  expect(refusal).toMatchObject({ code: 'slot_not_free', details: { reason: 'full' } });
});
