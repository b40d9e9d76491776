// Long because every refusal and every race of a hold is tried here.

import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { holdSlot, releaseHold, rescheduleBooking } from '../contract.ts';
import { MOST_FREE_BOOKINGS, MOST_LAPSED_HOLDS } from '../rules/deadlines.ts';
import {
  advance,
  everything,
  type Fixture,
  hold,
  holdRequest,
  key,
  openFixture,
  startIn,
} from '../testing/fixture.ts';

const product = await openProduct({ clockRuns: true });
let fixture: Fixture;
let viewer: SignedIn;
beforeAll(async () => {
  fixture = await openFixture(product);
  viewer = await product.join();
});

describe('holding a slot', () => {
  test('freezes what the viewer agrees to, for ten minutes', async () => {
    const start = startIn(product, 3);
    const standing = await hold(viewer, fixture, start);
    expect(standing).toMatchObject({ status: 'held', revision: 0, start, refundCents: null });
    expect(standing.sessionId).toBe(standing.bookingId);
    expect(Date.parse(standing.holdEndsAt!) - Date.parse(standing.now)).toBe(600_000);
    const [row] = await product.rows('select * from public.bookings where id = $1', [standing.bookingId]);
    expect(row).toMatchObject({
      viewer_id: viewer.id,
      streamer_id: fixture.streamer.id,
      title: 'Relecture de partie',
      price_cents: 3000,
      fee_basis_points: 1500,
      policy: { name: 'standard' },
      due_event: 'expire',
    });
    expect(
      await product.rows('select * from public.booking_events where booking_id = $1', [standing.bookingId]),
    ).toMatchObject([
      {
        revision: 0,
        actor: 'viewer',
        actor_id: viewer.id,
        type: 'hold',
        from_status: null,
        to_status: 'held',
      },
    ]);
  });

  test('the same key again, at the same time and later, is one hold and one answer', async () => {
    const me = await product.join();
    const request = holdRequest(fixture, startIn(product, 4));
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(me, holdSlot, request)));
    answers.push(await send(me, holdSlot, request));
    expect(new Set(answers.map(({ answer }) => answer?.bookingId)).size).toBe(1);
    expect(answers[0]!.answer).not.toBeNull();
    expect(await product.rows('select id from public.bookings where viewer_id = $1', [me.id])).toHaveLength(
      1,
    );
    expect(await codeOf(me, holdSlot, { ...request, start: startIn(product, 5) })).toBe('key_reused');
  });

  test('a double click with two keys holds once; the second is told which booking the viewer has at that time', async () => {
    const me = await product.join();
    const start = startIn(product, 6);
    const answers = await Promise.all([1, 2].map(() => send(me, holdSlot, holdRequest(fixture, start))));
    const [won] = answers.filter(({ answer }) => answer);
    const [lost] = answers.filter(({ refusal }) => refusal);
    expect(lost!.refusal).toMatchObject({
      code: 'viewer_busy',
      details: { bookingId: won!.answer!.bookingId },
    });
  });

  test('a released slot can be held again', async () => {
    const [me, other] = [await product.join(), await product.join()];
    const start = startIn(product, 7);
    const { bookingId } = await hold(me, fixture, start);
    expect(await codeOf(other, holdSlot, holdRequest(fixture, start))).toBe('slot_not_free');
    expect((await send(me, releaseHold, { key: key(), bookingId })).answer).toMatchObject({
      status: 'expired',
    });
    expect((await hold(other, fixture, start)).status).toBe('held');
  });

  test('a hold that has lapsed is replaced before any task has ended it', async () => {
    const [me, other] = [await product.join(), await product.join()];
    const start = startIn(product, 8);
    const { bookingId } = await hold(me, fixture, start);
    product.clock.ahead = 601_000;
    expect((await hold(other, fixture, start)).status).toBe('held');
    product.clock.ahead = 0;
    expect(
      await product.rows('select status, cause from public.bookings where id = $1', [bookingId]),
    ).toEqual([{ status: 'expired', cause: 'hold_lapsed' }]);
  });

  test('refuses with the reason, and leaves the database as it was', async () => {
    const start = startIn(product, 9);
    await hold(await product.join(), fixture, start);
    const busy = await product.join();
    await hold(busy, await openFixture(product), startIn(product, 10, 30));
    const hidden = await openFixture(product);
    await product.rows('update public.streamers set withheld_at = now() where id = $1', [hidden.streamer.id]);
    const request = holdRequest(fixture, start);
    const state = await everything(product);
    const refusalOf = async (who: SignedIn, change: Partial<typeof request>) => {
      const { refusal } = await send(who, holdSlot, { ...request, ...change, key: key() });
      return refusal && { code: refusal.code, details: refusal.details };
    };
    expect(await refusalOf(viewer, {})).toEqual({
      code: 'slot_not_free',
      details: { reason: 'taken', nearest: expect.arrayContaining([startIn(product, 9, 60)]) },
    });
    expect(await refusalOf(viewer, { start: startIn(product, 9, 7) })).toMatchObject({
      details: { reason: 'not_on_step' },
    });
    expect(await refusalOf(viewer, { start: startIn(product, -1) })).toMatchObject({
      details: { reason: 'past' },
    });
    expect(await refusalOf(viewer, { start: startIn(product, 400) })).toMatchObject({
      details: { reason: 'too_far' },
    });
    expect(await refusalOf(viewer, { start: startIn(product, 9, 600) })).toMatchObject({
      details: { reason: 'outside_hours' },
    });
    for (const start of ['0000-01-01T10:00:00Z', '0001-06-01T10:00:00Z', '9999-12-31T23:59:59Z']) {
      expect(await refusalOf(viewer, { start })).toMatchObject({ code: 'invalid_input' });
    }
    expect(await refusalOf(busy, { start: startIn(product, 10) })).toMatchObject({ code: 'viewer_busy' });
    expect(await refusalOf(viewer, { offerRevision: 7 })).toEqual({
      code: 'offer_changed',
      details: { revision: 1 },
    });
    expect(await refusalOf(fixture.streamer, {})).toMatchObject({ code: 'own_offer' });
    expect(await refusalOf(viewer, { offerId: hidden.offerId })).toMatchObject({ code: 'offer_not_found' });
    expect(await refusalOf(viewer, { viewerZone: 'Europe/Atlantis' })).toMatchObject({
      code: 'invalid_input',
    });
    expect(await codeOf({ client: product.client() }, holdSlot, request)).toBe('unauthenticated');
    expect(await everything(product)).toBe(state);
  });
});

describe('races', () => {
  test('forty viewers at once for one slot: one gets it, all others are told the nearest free starts', async () => {
    const viewers = await Promise.all(Array.from({ length: 40 }, () => product.join()));
    const start = startIn(product, 12);
    const answers = await Promise.all(
      viewers.map((each) => send(each, holdSlot, holdRequest(fixture, start))),
    );
    expect(answers.filter(({ answer }) => answer)).toHaveLength(1);
    const refusals = answers.flatMap(({ refusal }) => refusal ?? []);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['slot_not_free']));
    for (const { details } of refusals) {
      expect(details).toMatchObject({ reason: 'taken' });
      expect(details!.nearest).toHaveLength(6);
    }
  });

  test('overlapping starts at once: what is held never overlaps', async () => {
    const viewers = await Promise.all(Array.from({ length: 40 }, () => product.join()));
    const answers = await Promise.all(
      viewers.map((each, index) =>
        send(each, holdSlot, holdRequest(fixture, startIn(product, 14, (index % 8) * 15))),
      ),
    );
    const held = answers.flatMap(({ answer }) => (answer ? [Date.parse(answer.start)] : [])).toSorted();
    expect(held.length).toBeGreaterThanOrEqual(2);
    for (const [index, start] of held.slice(1).entries())
      expect(start - held[index]!).toBeGreaterThanOrEqual(3_600_000);
    const codes = answers.flatMap(({ refusal }) => refusal?.code ?? []);
    expect(new Set(codes)).toEqual(new Set(['slot_not_free']));
  });

  test('thirty racers for twelve seats: twelve sit, each on a seat of one session', async () => {
    const group = await openFixture(product, { seats: 12 });
    const start = startIn(product, 15);
    const viewers = await Promise.all(Array.from({ length: 30 }, () => product.join()));
    const answers = await Promise.all(viewers.map((each) => send(each, holdSlot, holdRequest(group, start))));
    const sitting = answers.flatMap(({ answer }) => answer ?? []);
    expect(sitting).toHaveLength(12);
    expect(new Set(sitting.map(({ sessionId }) => sessionId)).size).toBe(1);
    const seats = await product.rows('select seat from public.bookings where offer_id = $1 order by seat', [
      group.offerId,
    ]);
    expect(seats.map(({ seat }) => seat)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const refusals = answers.flatMap(({ refusal }) => refusal ?? []);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'slot_not_free', details: { reason: 'full' } });
  });

  test('a seat counts in the category of its session, whatever the offer says since, also after a move', async () => {
    const group = await openFixture(product, { seats: 3 });
    const people = await Promise.all(Array.from({ length: 3 }, () => product.join()));
    const [start, other] = [startIn(product, 17), startIn(product, 18)];
    const { sessionId } = await hold(people[0]!, group, start);
    const moved = await hold(people[2]!, group, other);
    await product.rows(`update public.bookings set status = 'confirmed' where id = $1`, [moved.bookingId]);
    await product.rows(
      `update public.offers set category = (select id from public.categories where id <> category order by id limit 1)
       where id = $1`,
      [group.offerId],
    );
    await hold(people[1]!, group, start);
    const move = { key: key(), bookingId: moved.bookingId, start };
    expect(await codeOf(people[2]!, rescheduleBooking, move)).toBeNull();
    const seats = await product.rows('select category from public.bookings where session_id = $1', [
      sessionId,
    ]);
    expect(seats).toHaveLength(3);
    expect(new Set(seats.map(({ category }) => category)).size).toBe(1);
  });

  test('a released seat is the next to be taken', async () => {
    const group = await openFixture(product, { seats: 3 });
    const start = startIn(product, 16);
    const people = await Promise.all(Array.from({ length: 4 }, () => product.join()));
    const [first, second] = [await hold(people[0]!, group, start), await hold(people[1]!, group, start)];
    await hold(people[2]!, group, start);
    await send(people[0]!, releaseHold, { key: key(), bookingId: first.bookingId });
    const late = await hold(people[3]!, group, start);
    expect(late.sessionId).toBe(second.sessionId);
    expect(await product.rows('select seat from public.bookings where id = $1', [late.bookingId])).toEqual([
      { seat: 1 },
    ]);
  });

  test('a viewer with ten tabs holds three slots at most', async () => {
    const me = await product.join();
    const fixtures = await Promise.all(Array.from({ length: 10 }, () => openFixture(product)));
    const answers = await Promise.all(
      fixtures.map((each, index) => send(me, holdSlot, holdRequest(each, startIn(product, 17 + index)))),
    );
    expect(answers.filter(({ answer }) => answer)).toHaveLength(3);
    expect(new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []))).toEqual(
      new Set(['too_many_holds']),
    );
  });

  test('a viewer who holds again and again without paying is told to come back tomorrow', async () => {
    const me = await product.join();
    const fixture = await openFixture(product);
    for (let index = 0; index < MOST_LAPSED_HOLDS; index += 1) {
      const { bookingId } = await hold(me, fixture, startIn(product, 17));
      await send(me, releaseHold, { key: key(), bookingId });
    }
    const again = () => send(me, holdSlot, holdRequest(fixture, startIn(product, 17)));
    expect((await again()).refusal?.code).toBe('too_many_lapsed_holds');
    const other = await openFixture(product);
    expect((await hold(me, other, startIn(product, 17))).status).toBe('held');
    product.clock.ahead = 24 * 3_600_000 + 60_000;
    expect((await again()).answer?.status).toBe('held');
    product.clock.ahead = 0;
  });

  test('a viewer has three free sessions ahead with one streamer, also when ten tabs ask at once', async () => {
    const me = await product.join();
    const fixture = await openFixture(product, { priceCents: 0 });
    for (let index = 0; index < MOST_FREE_BOOKINGS - 1; index += 1) {
      const { bookingId } = await hold(me, fixture, startIn(product, 17 + index));
      await advance(product, bookingId, { type: 'take_for_free', by: 'viewer' });
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(me, holdSlot, holdRequest(fixture, startIn(product, 25 + index))),
      ),
    );
    expect(answers.filter(({ answer }) => answer)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []))).toEqual(
      new Set(['too_many_free_bookings']),
    );
  });

  test('one viewer with two streamers at the same time: one succeeds', async () => {
    const me = await product.join();
    const fixtures = await Promise.all([openFixture(product), openFixture(product)]);
    const start = startIn(product, 18);
    const answers = await Promise.all(fixtures.map((each) => send(me, holdSlot, holdRequest(each, start))));
    expect(answers.map(({ answer, refusal }) => answer?.status ?? refusal?.code).toSorted()).toEqual([
      'held',
      'viewer_busy',
    ]);
  });

  test('a daily cap holds when everybody comes at once', async () => {
    const capped = await openFixture(product, {}, { rules: { maxPerDay: 2 } });
    const viewers = await Promise.all(Array.from({ length: 6 }, () => product.join()));
    const answers = await Promise.all(
      viewers.map((each, index) =>
        send(each, holdSlot, holdRequest(capped, startIn(product, 19, index * 60))),
      ),
    );
    expect(answers.filter(({ answer }) => answer)).toHaveLength(2);
    const reasons = answers.flatMap(({ refusal }) => refusal?.details?.reason ?? []);
    expect(new Set(reasons)).toEqual(new Set(['daily_cap']));
  });
});

describe('a writer that takes no lock', () => {
  /** Somebody else's booking that is written and not committed yet while `meanwhile` is under way. */
  const written = async <T>(
    group: Fixture,
    start: string,
    place: { seats?: number },
    meanwhile: () => Promise<T>,
  ): Promise<{ sessionId: string; result: T }> => {
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      const id = await insertBooked(client, {
        streamerId: group.streamer.id,
        offerId: group.offerId,
        viewerId: viewer.id,
        start: new Date(start),
        ...place,
      });
      const under = meanwhile();
      await new Promise((resolve) => setTimeout(resolve, 400));
      await client.query('commit');
      const { rows: bookings } = await client.query('select session_id from public.bookings where id = $1', [
        id,
      ]);
      return { sessionId: bookings[0].session_id, result: await under };
    } finally {
      client.release();
    }
  };

  test('is stopped by the constraint: the hold waits, and is told what is free', async () => {
    const own = await openFixture(product);
    const start = startIn(product, 40);
    const me = await product.join();
    const { result } = await written(own, start, {}, () => send(me, holdSlot, holdRequest(own, start)));
    expect(result.refusal).toMatchObject({ code: 'slot_not_free', details: { reason: 'taken' } });
    expect(result.refusal!.details!.nearest).toHaveLength(6);
  });

  test('and begins a group session first: the hold joins it', async () => {
    const group = await openFixture(product, { seats: 3 });
    const start = startIn(product, 41);
    const me = await product.join();
    const { sessionId, result } = await written(group, start, { seats: 3 }, () =>
      send(me, holdSlot, holdRequest(group, start)),
    );
    expect(result.answer).toMatchObject({ status: 'held', sessionId });
    const seats = await product.rows('select seat from public.bookings where session_id = $1 order by seat', [
      sessionId,
    ]);
    expect(seats).toEqual([{ seat: 1 }, { seat: 2 }]);
  });
});

test('a hold that meets another change in a deadlock is begun again', async () => {
  const own = await openFixture(product);
  const me = await product.join();
  const time = async (db: pg.ClientBase, id: string) =>
    db.query('select pg_advisory_xact_lock(750652, hashtext($1))', [id]);
  const inOrder = await product.rows('select id from unnest($1::text[]) id order by hashtext(id)', [
    [own.streamer.id, me.id],
  ]);
  const [first, second] = inOrder.map(({ id }) => id) as [string, string];
  /** Until so many wait for one of the two times. */
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const [row] = await product.rows(
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and objid in (hashtext($1)::oid, hashtext($2)::oid)`,
          [own.streamer.id, me.id],
        );
        return row.n;
      })
      .toBe(count);
  const clients = [new pg.Client(product.database.connection), new pg.Client(product.database.connection)];
  const [front, other] = clients as [pg.Client, pg.Client];
  try {
    for (const client of clients) {
      await client.connect();
      await client.query("begin; set local deadlock_timeout = '10min'");
    }
    await time(other, second);
    await time(front, first);
    const held = send(me, holdSlot, holdRequest(own, startIn(product, 42)));
    await waiting(1);
    const behind = time(other, first);
    await waiting(2);
    // The hold has the first time now and waits for the second, whose owner waits for the first.
    await front.query('commit');
    // Postgres ends the hold, which alone looks for deadlocks; the server knows why, and begins it again.
    await behind;
    await waiting(1);
    await other.query('commit');
    expect((await held).answer).toMatchObject({ status: 'held' });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});
