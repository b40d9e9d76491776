import { expect, test } from 'vitest';
import { answerReview, writeReview } from '#product/booking/reviews-contract.ts';
import { carryOut, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { getRoom } from './contract.ts';
import { comeIn, openStage, type Present, type Stage } from './testing/stage.ts';

const product = await openProduct();

/**
 * Heartbeats of those who are present, from one minute to another; less frequent than the page's, which makes no difference below 30 s.
 */
async function stay(stage: Stage, from: number, to: number, people: Present[]): Promise<void> {
  for (let minute = from; minute < to; minute += 25 / 60) {
    stage.at(minute);
    await Promise.all(people.map((present) => present.beat()));
  }
  stage.at(to);
}

const ends = async (stage: Stage) => {
  // Several times, and at once: it settles exactly once.
  await Promise.all([carryOut(product), carryOut(product)]);
  await carryOut(product);
  await tillOf(product).work();
  await tillOf(product).work();
  const till = tillOf(product);
  const { rows } = await product.database.pool.query(
    `select count(*)::int as settled from public.booking_events where booking_id = $1 and type = 'settle'`,
    [stage.bookingId],
  );
  expect(rows[0].settled).toBe(1);
  const check = await till.ledger();
  expect(JSON.stringify(check)).not.toContain('"balanced":false');
  const books = await till.booksOf(stage.bookingId);
  expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  return { booking: await till.bookingOf(stage.bookingId), books };
};

test('a session delivered in full is paid in full, and reviewed', async () => {
  const stage = await openStage(product, startIn(product, 3));
  stage.at(-5);
  const viewer = await comeIn(stage.viewer, stage.roomId);
  const streamer = await comeIn(stage.streamer, stage.roomId);
  await stay(stage, -4.6, 0.1, [viewer, streamer]);
  await carryOut(product);
  await stay(stage, 0.1, 60, [viewer, streamer]);
  await viewer.leave();
  await streamer.leave();
  const { booking, books } = await ends(stage);
  expect(booking).toMatchObject({ status: 'completed', delivered_minutes: 60, refund_cents: 0 });
  expect(books).toMatchObject({ streamer_pending: -3400, platform_fees: -600 });

  stage.at(70);
  const seen = await ask(stage.viewer, getRoom, { roomId: stage.roomId });
  expect(seen).toMatchObject({
    state: 'over',
    booking: { status: 'completed', refundCents: 0, deliveredMinutes: 60 },
    evidence: { streamerMinutes: 60, viewerMinutes: 60 },
    review: { rating: null, mayWriteUntil: expect.any(String) },
  });
  const review = { bookingId: stage.bookingId, rating: 5, body: 'Très clair.' };
  expect(await codeOf(stage.streamer, writeReview, review)).toBe('booking_not_found');
  const { reviewId } = await ask(stage.viewer, writeReview, review);
  expect(await codeOf(stage.viewer, writeReview, { ...review, rating: 1 })).toBe('already_reviewed');
  expect(await ask(stage.viewer, getRoom, { roomId: stage.roomId })).toMatchObject({
    review: { rating: 5, body: 'Très clair.', mayWriteUntil: null },
  });
  expect(await codeOf(stage.viewer, answerReview, { reviewId, answer: 'Merci' })).toBe('review_not_found');
  await ask(stage.streamer, answerReview, { reviewId, answer: 'Merci, à bientôt.' });
  expect(await codeOf(stage.streamer, answerReview, { reviewId, answer: 'Encore' })).toBe('already_answered');
});

test('a viewer who does not come pays what the policy says', async () => {
  const stage = await openStage(product, startIn(product, 3, 120));
  stage.at(-1);
  const streamer = await comeIn(stage.streamer, stage.roomId);
  await carryOut(product);
  await stay(stage, -0.8, 0.2, [streamer]);
  await carryOut(product);
  await stay(stage, 0.2, 15.1, [streamer]);
  const { booking, books } = await ends(stage);
  expect(booking).toMatchObject({ status: 'viewer_no_show', refund_cents: 0 });
  expect(books).toMatchObject({ streamer_pending: -3400 });
  await expect(streamer.beat()).rejects.toThrow('room_over');
});

test('when the streamer does not come, the viewer gets everything back', async () => {
  const stage = await openStage(product, startIn(product, 3, 240));
  stage.at(-1);
  const viewer = await comeIn(stage.viewer, stage.roomId);
  await stay(stage, -0.8, 0.2, [viewer]);
  await carryOut(product);
  await stay(stage, 0.2, 10.1, [viewer]);
  const { booking, books } = await ends(stage);
  expect(booking).toMatchObject({ status: 'streamer_no_show', refund_cents: 4000 });
  expect(books).toEqual({});
  const seen = await ask(stage.viewer, getRoom, { roomId: stage.roomId });
  expect(seen).toMatchObject({ state: 'over', evidence: { streamerMinutes: 0, viewerMinutes: 10 } });
  const review = { bookingId: stage.bookingId, rating: 1, body: '' };
  expect(await codeOf(stage.viewer, writeReview, review)).toBe('review_not_allowed');
});

test('half a session is paid by the minute, and a silence in the middle counts as absence', async () => {
  const stage = await openStage(product, startIn(product, 3, 360));
  stage.at(-0.5);
  const viewer = await comeIn(stage.viewer, stage.roomId);
  let streamer = await comeIn(stage.streamer, stage.roomId);
  await stay(stage, -0.3, 0.1, [viewer, streamer]);
  await carryOut(product);
  await stay(stage, 0.1, 20, [viewer, streamer]);
  // The streamer's computer sleeps for ten minutes and wakes with the same participant.
  await stay(stage, 20, 30, [viewer]);
  await stay(stage, 30, 35, [viewer, streamer]);
  // Another device takes over: no minute is counted twice.
  streamer = await comeIn(stage.streamer, stage.roomId, { takeOver: true });
  await stay(stage, 35, 40, [viewer, streamer]);
  await streamer.leave();
  await stay(stage, 40, 60, [viewer]);
  const { booking, books } = await ends(stage);
  // 20 + 5 + 5 minutes, the last heartbeats before the silence included.
  expect(booking.status).toBe('completed');
  expect(booking.delivered_minutes).toBeGreaterThanOrEqual(29);
  expect(booking.delivered_minutes).toBeLessThanOrEqual(30);
  const kept = Math.round((4000 * Number(booking.delivered_minutes)) / 60);
  expect(Math.abs(4000 - kept - Number(booking.refund_cents))).toBeLessThanOrEqual(1);
  expect(-(books.streamer_pending ?? 0) - (books.platform_fees ?? 0)).toBe(
    4000 - Number(booking.refund_cents),
  );
});

test('a viewer who is removed pays for what was delivered to them, and not for waiting', async () => {
  const stage = await openStage(product, startIn(product, 6));
  stage.at(-0.5);
  const viewer = await comeIn(stage.viewer, stage.roomId);
  const streamer = await comeIn(stage.streamer, stage.roomId);
  await stay(stage, -0.4, 0.1, [viewer, streamer]);
  await carryOut(product);
  await stay(stage, 0.1, 5.5, [viewer, streamer]);
  await streamer.does('remove', viewer);
  const waiting = await comeIn(stage.viewer, stage.roomId);
  await stay(stage, 5.5, 10, [waiting, streamer]);
  await streamer.does('admit', waiting);
  await stay(stage, 10, 15.4, [waiting, streamer]);
  await streamer.does('end');
  stage.at(60.1);
  const { booking, books } = await ends(stage);
  // Five and a half minutes, and almost as much; the seconds that commands take are not counted.
  expect(booking).toMatchObject({ status: 'completed', delivered_minutes: 10, refund_cents: 3333 });
  expect(books).toMatchObject({ streamer_pending: -567, platform_fees: -100 });
  const { evidence } = await ask(stage.viewer, getRoom, { roomId: stage.roomId });
  expect(evidence).toMatchObject({ streamerMinutes: 15, viewerMinutes: 15, keptOutMinutes: 49 });
  expect(evidence?.presences.map(({ side, place }) => `${side} ${place}`)).toEqual([
    'viewer room',
    'streamer room',
    'viewer lobby',
    'viewer room',
  ]);
  expect(await ask(stage.streamer, getRoom, { roomId: stage.roomId })).toMatchObject({ evidence });
});

test('a session that the streamer ends before anybody could come is paid for as long as it was open', async () => {
  const stage = await openStage(product, startIn(product, 4));
  stage.at(-0.5);
  const streamer = await comeIn(stage.streamer, stage.roomId);
  await stay(stage, -0.4, 2, [streamer]);
  await carryOut(product);
  await streamer.does('end');
  for (const minute of [10.1, 15.1, 60.1]) {
    stage.at(minute);
    await carryOut(product);
  }
  const { booking } = await ends(stage);
  expect(booking).toMatchObject({ status: 'completed', delivered_minutes: 2 });
});

test('many processes that settle many sessions at once, while heartbeats still arrive, settle each once', async () => {
  const stages = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openStage(product, startIn(product, 5))));
  const [first] = stages as [Stage];
  first.at(0.2);
  const inside = await Promise.all(
    stages.flatMap((stage) => [comeIn(stage.viewer, stage.roomId), comeIn(stage.streamer, stage.roomId)]),
  );
  await carryOut(product);
  first.at(0.6);
  await Promise.all(inside.map((present) => present.beat()));
  first.at(60.05);
  await Promise.all([
    ...Array.from({ length: 12 }, () => carryOut(product)),
    ...inside.map((present) => present.beat().catch(() => null)),
    ...inside.map((present) => present.leave()),
  ]);
  await Promise.all(Array.from({ length: 12 }, () => carryOut(product)));
  // On a busy machine somebody's last heartbeat may have arrived after all of them.
  first.at(61);
  await expect
    .poll(async () => {
      await carryOut(product);
      const bookings = await product.database.pool.query(
        'select status from public.bookings where id = any($1)',
        [stages.map(({ bookingId }) => bookingId)],
      );
      return bookings.rows.map(({ status }) => status);
    })
    .toEqual(stages.map(() => 'completed'));
  const { rows } = await product.database.pool.query(
    `select b.status, (select count(*)::int from public.booking_events e where e.booking_id = b.id and e.type = 'settle') as settled,
       (select count(*)::int from public.payment_orders o join public.payments p on p.id = o.payment_id
         where p.booking_id = b.id and o.kind = 'refund') as refunds
     from public.bookings b where b.id = any($1)`,
    [stages.map(({ bookingId }) => bookingId)],
  );
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row).toEqual({ status: 'completed', settled: 1, refunds: 1 });
});
