import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { advance, type Fixture, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { startOnboarding } from './contract.ts';
import { listEarnings, readEarnings, readPayout } from './earnings-contract.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { releaseFunds } from './release-funds.ts';
import { tillOf } from './testing/till.ts';
import { timelineFaults } from './testing/timelines.ts';

const product = await openProduct();
const till = tillOf(product);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A session that was paid, held in full and settled. */
async function held(viewer: SignedIn, fixture: Fixture, daysAhead: number) {
  const bookingId = await till.paid(viewer, fixture, startIn(product, daysAhead));
  const { start_at } = await till.one('select start_at from public.bookings where id = $1', [bookingId]);
  const [start, end] = [start_at, new Date(start_at.getTime() + HOUR)].map((date) =>
    parseInstant(date.toISOString()),
  );
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start_at);
  const present = [{ start: minutesAfter(start!, -5), end: end! }];
  await advance(
    product,
    bookingId,
    { type: 'settle', by: 'system', attendance: { streamer: present, viewer: present } },
    new Date(end!),
  );
  return bookingId;
}

const ALL = {
  from: null,
  until: null,
  offerId: null,
  state: null,
  search: '',
  sort: 'start' as const,
  direction: 'descending' as const,
  after: null,
  size: 25,
};

describe('what a streamer has earned', () => {
  test('is listed by session, narrowed, and told of each payout what it was made of', async () => {
    const viewer = await product.join();
    const fixture = await openFixture(product, { priceCents: 4_000 });
    const { streamer } = fixture;
    const { url } = await ask(streamer, startOnboarding, {});
    await till.fill(url, { bank: 'accepts' });
    const bookings: string[] = [];
    for (const day of [2, 3, 4]) bookings.push(await held(viewer, fixture, day));
    const [first, second, third] = bookings;
    const { id: paymentId } = await till.paymentOf(first!);
    await inTransaction(product.database.pool, (db) =>
      orderRefund(db, { paymentId, amount: 1_000, now: nowOf(product) }),
    );
    await till.work();
    product.clock.ahead += 8 * DAY;
    await releaseFunds(product.work);
    product.clock.ahead += 7 * DAY;

    const before = await ask(streamer, readEarnings, {});
    expect(before.availableCents).toBe(3_400 + 3_400 + 2_550);
    expect(before.nextPayout.readyCents).toBe(before.availableCents);
    expect(before.nextPayout.ready.map(({ sessionId }) => sessionId)).toEqual([third, second, first]);

    await planPayouts(product.work);
    await sendPayouts(product.work);
    const all = await ask(streamer, listEarnings, ALL);
    expect(all.totals).toEqual({ sessions: 3, captured: 12_000, returned: 1_000, fee: 1_650, share: 9_350 });
    expect(all.sessions.map(({ sessionId }) => sessionId)).toEqual([third, second, first]);
    expect(all.sessions.every(({ seats }) => seats.length === 1 && seats[0]!.money.inTransit > 0)).toBe(true);

    const onlyFirst = async (narrowed: object) =>
      expect(
        (await ask(streamer, listEarnings, { ...ALL, ...narrowed })).sessions.map(
          ({ sessionId }) => sessionId,
        ),
      ).toEqual([first]);
    await onlyFirst({ state: 'refunded' });
    await onlyFirst({ search: first!.slice(0, 8) });
    await onlyFirst({ until: all.sessions[1]!.startAt });
    await onlyFirst({ sort: 'share', direction: 'ascending', size: 1 });
    expect((await ask(streamer, listEarnings, { ...ALL, state: 'held' })).sessions).toEqual([]);
    expect((await ask(streamer, listEarnings, { ...ALL, offerId: randomUUID() })).totals).toMatchObject({
      sessions: 0,
      share: 0,
    });

    const { rows: payouts } = await product.database.pool.query(
      'select id from public.payouts where streamer_id = $1',
      [streamer.id],
    );
    const payout = await ask(streamer, readPayout, { payoutId: payouts[0].id });
    expect(payout).toMatchObject({
      state: 'sent',
      amountCents: 9_350,
      returned: false,
      retriedBy: null,
      count: 3,
    });
    expect(payout.parts.map(({ bookingId, cents }) => [bookingId, cents])).toEqual([
      [third, 3_400],
      [second, 3_400],
      [first, 2_550],
    ]);
    expect(payout.reference).not.toBeNull();
    const other = await openFixture(product, {});
    expect(await codeOf(other.streamer, readPayout, { payoutId: payouts[0].id })).toBe('not_found');
    expect(await codeOf(viewer, listEarnings, ALL)).toBe('forbidden');
    expect((await ask(other.streamer, listEarnings, ALL)).sessions).toEqual([]);
    expect(await timelineFaults(product.database.pool)).toEqual([]);
  });
});
