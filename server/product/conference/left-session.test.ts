import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancel } from '#contracts/booking.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { book, key, openGround, startIn } from '../booking/testing/ground.ts';
import { ask, type ProductServer, type SignedIn, startProduct } from '../testing/product-server.ts';

let product: ProductServer;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('whoever gave a seat of a group back reads nothing of what the others write', async () => {
  const ground = await openGround(product, { seats: 4 });
  const start = startIn(product, 4);
  const [stayed, left] = [await product.join(), await product.join()];
  const bookingId = await book(product, stayed, ground, start);
  const leftId = await book(product, left, ground, start);
  const { pool } = product.database;
  await pool.query(
    `insert into public.session_messages (session_id, author_id, side, body, sent_at)
     select session_id, viewer_id, 'viewer', 'Entre nous', now() from public.bookings where id = $1`,
    [bookingId],
  );
  const reads = async ({ id, sessionId }: SignedIn) => {
    const claims = { sub: id, role: 'authenticated', session_id: sessionId };
    const { rowCount } = await asCaller(pool, { role: 'authenticated', claims }, (db) =>
      db.query('select body from public.session_messages'),
    );
    return rowCount;
  };
  expect([await reads(stayed), await reads(left)]).toEqual([1, 1]);
  await ask(left, cancel, { key: key(), bookingId: leftId, expectedRefundCents: 3_000, reason: '' });
  expect([await reads(stayed), await reads(left), await reads(ground.streamer)]).toEqual([1, 0, 1]);
});
