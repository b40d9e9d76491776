import { expect, test } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { book, hold, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { getRoom } from './contract.ts';

const product = await openProduct();

test('a viewer who gave a group seat back keeps what was written until then, and reads nothing that the others write later', async () => {
  const fixture = await openFixture(product, { seats: 4 });
  const start = startIn(product, 4);
  const [stayed, left] = [await product.join(), await product.join()];
  const bookingId = await book(product, stayed, fixture, start);
  const leftId = await book(product, left, fixture, start);
  const { pool } = product.database;
  const write = () =>
    pool.query(
      `insert into public.session_messages (session_id, author_id, side, body, sent_at)
       select session_id, viewer_id, 'viewer', 'Entre nous', clock_timestamp() from public.bookings where id = $1`,
      [bookingId],
    );
  await write();
  const reads = async ({ id, sessionId }: SignedIn) => {
    const claims = { sub: id, role: 'authenticated', session_id: sessionId };
    const { rowCount } = await asCaller(pool, { role: 'authenticated', claims }, (db) =>
      db.query('select body from public.session_messages'),
    );
    return rowCount;
  };
  expect([await reads(stayed), await reads(left)]).toEqual([1, 1]);
  await ask(left, cancelBooking, { key: key(), bookingId: leftId, expectedRefundCents: 3_000, reason: '' });
  await write();
  expect([await reads(stayed), await reads(left), await reads(fixture.streamer)]).toEqual([2, 1, 2]);
});

test('a viewer who only holds a group seat, or gave it back, learns nothing of the people in it', async () => {
  const fixture = await openFixture(product, { seats: 4 });
  const start = startIn(product, 4);
  const [stayed, left, holder] = [await product.join(), await product.join(), await product.join()];
  const roomId = (await ask(stayed, getRoom, { roomId: await book(product, stayed, fixture, start) })).roomId;
  const leftId = await book(product, left, fixture, start);
  await hold(holder, fixture, start);
  await ask(left, cancelBooking, { key: key(), bookingId: leftId, expectedRefundCents: 3_000, reason: '' });
  const { pool } = product.database;
  await pool.query(
    `insert into public.admin_entries (session_id, reason, entered_at) values ($1, 'Signalement', now())`,
    [roomId],
  );
  await pool.query(
    `insert into public.attendances (session_id, person_id, side, joined_at, last_seen_at)
     values ($1, $2, 'streamer', now(), now()), ($1, $3, 'viewer', now(), now()), ($1, $4, 'viewer', now(), now())`,
    [roomId, fixture.streamer.id, stayed.id, left.id],
  );
  const seenBy = async (who: SignedIn) => {
    const { others, adminEntries } = await ask(who, getRoom, { roomId });
    const claims = { sub: who.id, role: 'authenticated', session_id: who.sessionId };
    const { rows } = await asCaller(pool, { role: 'authenticated', claims }, (db) =>
      db.query('select person_id from public.attendances where session_id = $1 order by id', [roomId]),
    );
    return {
      others: others.map(({ personId }) => personId),
      reasons: adminEntries.length,
      attended: rows.map(({ person_id: id }) => id),
    };
  };
  const streamer = fixture.streamer.id;
  for (const [who, own] of [
    [left, [left.id]],
    [holder, []],
  ] as const)
    expect(await seenBy(who)).toEqual({ others: [streamer], reasons: 0, attended: own });
  expect(await seenBy(stayed)).toEqual({ others: [streamer], reasons: 1, attended: [streamer, stayed.id] });
  expect(await seenBy(fixture.streamer)).toEqual({
    others: [stayed.id],
    reasons: 1,
    attended: [streamer, stayed.id, left.id],
  });
});
