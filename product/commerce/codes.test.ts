import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { cancelBooking, payBooking, releaseHold } from '#product/booking/contract.ts';
import {
  book,
  carryOut,
  everything,
  type Fixture,
  hold,
  openFixture,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { dropCode, makeCode, makePlatformCode, stopCode, stopPlatformCode, useCode } from './contract.ts';
import { codeSteps, type NewCode } from './testing/code-steps.ts';

const product = await openProduct();
const till = tillOf(product);
beforeEach(() => product.rows('delete from private.rate_limits'));

const { draft, make, makeOfTeam, use, refusalOf, rowOf, pay } = codeSteps(product, till);

describe('a code on a held place', () => {
  test('lowers what is paid, and the books hold what the rules said', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    const { answer } = await use(viewer, bookingId, ' no el ');
    expect(answer).toEqual({ bookingId, code: 'NOEL', priceCents: 3_600, discountCents: 900 });
    expect(await rowOf(bookingId)).toMatchObject({
      price_cents: 3_600,
      fee_basis_points: 1_500,
      discount_cents: 900,
      discount_code: 'NOEL',
      discount_borne_by: 'streamer',
    });
    expect(
      await codeOf(viewer, payBooking, { key: randomUUID(), bookingId, expectedPriceCents: 4_500 }),
    ).toBe('offer_changed');
    await ask(viewer, payBooking, { key: randomUUID(), bookingId, expectedPriceCents: 3_600 });
    expect(
      await product.rows('select amount_cents from public.payments where booking_id = $1', [bookingId]),
    ).toEqual([{ amount_cents: 3_600 }]);
    expect(await refusalOf(viewer, bookingId)).toBe('payment_begun');
  });

  test('of the team leaves the streamer the share of the full price, and a refund gives back what was paid', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await makeOfTeam({ code: 'LOGE5', cut: { kind: 'amount', amount: 500 } });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 4));
    await use(viewer, bookingId, 'LOGE5');
    expect(await rowOf(bookingId)).toMatchObject({ price_cents: 4_000, discount_borne_by: 'platform' });
    await pay(viewer, bookingId);
    expect(await till.booksOf(bookingId)).toMatchObject({ platform_fees: -175, streamer_pending: -3_825 });
    await ask(viewer, cancelBooking, { key: randomUUID(), bookingId, expectedRefundCents: 4_000 });
    await till.work();
    expect(await till.booksOf(bookingId)).toEqual({});
    expect((await till.ledger()).total).toBe(0);
    expect(await till.paymentOf(bookingId)).toMatchObject({ captured_cents: 4_000, refunded_cents: 4_000 });
  });

  test('is replaced by another, and laid down again at the full price', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture);
    await makeOfTeam({ code: 'LOGE1', cut: { kind: 'amount', amount: 100 } });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    await use(viewer, bookingId);
    await use(viewer, bookingId, 'LOGE1');
    expect(await rowOf(bookingId)).toMatchObject({ price_cents: 4_400, discount_code: 'LOGE1' });
    await ask(viewer, dropCode, { key: randomUUID(), bookingId });
    expect(await rowOf(bookingId)).toEqual({
      price_cents: 4_500,
      fee_basis_points: 1_500,
      discount_cents: 0,
      discount_code: null,
      discount_borne_by: null,
      code_id: null,
    });
  });

  test.each<[string, Partial<NewCode>, string | null]>([
    ['of another word', { code: 'PAQUES' }, 'code_not_valid'],
    ['that begins tomorrow', { startsAt: new Date(Date.now() + 86_400_000).toISOString() }, 'code_not_valid'],
    ['that has ended', { endsAt: new Date(Date.now() - 60_000).toISOString() }, 'code_not_valid'],
    ['that would leave less than 5 €', { cut: { kind: 'percent', percent: 90 } }, 'code_price_too_low'],
    ['that fits', {}, null],
  ])('%s is answered, and a refusal changes nothing', async (_, changes, code) => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    // Something that the code applies to when it is made.
    await product.rows(`update public.offers set price_cents = 10000 where id = $1`, [fixture.offerId]);
    await make(fixture, changes);
    await product.rows(`update public.offers set price_cents = 4500 where id = $1`, [fixture.offerId]);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, { ...fixture, revision: 3 }, startIn(product, 3));
    const before = await everything(product);
    expect(await refusalOf(viewer, bookingId)).toBe(code);
    if (code !== null) expect(await everything(product)).toBe(before);
  });

  test('is for the offers, the streamer and the person that it was made for', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const other = await openFixture(product, { priceCents: 4_500 });
    await make(fixture, { offerIds: [fixture.offerId] });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, other, startIn(product, 3));
    expect(await refusalOf(viewer, bookingId)).toBe('code_not_valid');
    expect(
      await codeOf(fixture.streamer, makeCode, draft({ code: 'AUTRE', offerIds: [other.offerId] })),
    ).toBe('offer_not_found');
    const stranger = await product.join();
    expect(await refusalOf(stranger, bookingId)).toBe('booking_not_found');
  });

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    ['has ended', (fixture) => make(fixture, { endsAt: new Date(Date.now() - 60_000).toISOString() })],
    [
      'begins later',
      (fixture) => make(fixture, { startsAt: new Date(Date.now() + 86_400_000).toISOString() }),
    ],
    [
      'is for another offer',
      async (fixture) => {
        const id = await make(fixture);
        await product.rows('update public.discount_codes set offer_ids = $2 where id = $1', [
          id,
          [randomUUID()],
        ]);
      },
    ],
    [
      'is used up',
      async (fixture) => {
        await make(fixture, { mostUses: 1 });
        const other = await product.join();
        await use(other, (await hold(other, fixture, startIn(product, 5))).bookingId);
      },
    ],
    ['runs', (fixture) => make(fixture)],
  ])('of the team is used where the streamer’s of the same word %s', async (why, shadow) => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const stopping = await makeOfTeam({ cut: { kind: 'amount', amount: 100 } });
    await shadow(fixture);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    expect(await refusalOf(viewer, bookingId)).toBeNull();
    expect(await rowOf(bookingId)).toMatchObject({
      discount_borne_by: why === 'runs' ? 'streamer' : 'platform',
    });
    await product.rows('update public.discount_codes set stopped_at = now() where id = $1', [stopping]);
  });

  test('laid down where there is none writes nothing', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    const events = () =>
      product.rows('select type from public.booking_events where booking_id = $1', [bookingId]);
    const before = await events();
    expect(await ask(viewer, dropCode, { key: randomUUID(), bookingId })).toEqual({
      bookingId,
      code: null,
      priceCents: 4_500,
      discountCents: 0,
    });
    expect(await events()).toEqual(before);
  });

  test('sent again is answered again, and counts as one attempt', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    const request = { key: randomUUID(), bookingId, code: 'NOEL' };
    const first = await ask(viewer, useCode, request);
    for (let again = 0; again < 40; again++) expect(await ask(viewer, useCode, request)).toEqual(first);
  });

  test('is not tried without end', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    const codes: (string | null)[] = [];
    for (let tries = 0; tries < 31; tries++) codes.push(await refusalOf(viewer, bookingId, `MOT${tries}`));
    expect(codes.slice(0, 30).every((code) => code === 'code_not_valid')).toBe(true);
    expect(codes[30]).toBe('too_many_attempts');
  });
});

describe('a use', () => {
  test('returns when nothing was held: released, lapsed, or paid back in full', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture, { mostUses: 1 });
    const [one, two] = [await product.join(), await product.join()];
    const first = await hold(one, fixture, startIn(product, 3));
    await use(one, first.bookingId);
    const second = await hold(two, fixture, startIn(product, 4));
    expect(await refusalOf(two, second.bookingId)).toBe('code_used_up');
    await ask(one, releaseHold, { key: randomUUID(), bookingId: first.bookingId });
    expect(await refusalOf(two, second.bookingId)).toBeNull();

    // Its ten minutes are over: it counts no more, before anything has ended it.
    product.clock.ahead = 11 * 60_000;
    const third = await hold(one, fixture, startIn(product, 5));
    expect(await refusalOf(one, third.bookingId)).toBeNull();
    await carryOut(product);
    await pay(one, third.bookingId);
    const fourth = await hold(two, fixture, startIn(product, 6));
    expect(await refusalOf(two, fourth.bookingId)).toBe('code_used_up');
    await ask(one, cancelBooking, {
      key: randomUUID(),
      bookingId: third.bookingId,
      expectedRefundCents: 3_600,
    });
    expect(await refusalOf(two, fourth.bookingId)).toBeNull();
  });

  test('is one for each person when the code says so', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture, { mostEach: 1 });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    const again = await hold(viewer, fixture, startIn(product, 4));
    await use(viewer, bookingId);
    expect(await refusalOf(viewer, again.bookingId)).toBe('code_used');
  });

  test('of a code for a first session is for those who have none with its streamer', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture, { firstOnly: true });
    const [known, knownElsewhere] = [await product.join(), await product.join()];
    await book(product, known, fixture, startIn(product, 2));
    await book(product, knownElsewhere, await openFixture(product), startIn(product, 2));
    const one = await hold(known, fixture, startIn(product, 3));
    const two = await hold(knownElsewhere, fixture, startIn(product, 4));
    expect(await refusalOf(known, one.bookingId)).toBe('code_first_only');
    expect(await refusalOf(knownElsewhere, two.bookingId)).toBeNull();
  });

  test('raced by 200 connections for 10 is made 10 times', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const codeId = await make(fixture, { mostUses: 10 });
    const viewer = await product.join();
    const ids: string[] = [];
    for (let index = 0; index < 200; index++)
      ids.push(
        await insertBooked(product.database.pool, {
          streamerId: fixture.streamer.id,
          offerId: fixture.offerId,
          viewerId: viewer.id,
          start: new Date(Date.now() + (index + 24) * 3_600_000),
          status: 'held',
        }),
      );
    const clients = ids.map(() => new pg.Client(product.database.connection));
    await Promise.all(clients.map((client) => client.connect()));
    try {
      await Promise.all(clients.map((client) => client.query('begin')));
      const ends = await Promise.allSettled(
        clients.map(async (client, index) => {
          await client.query(
            `update public.bookings set code_id = $2, discount_code = 'NOEL', discount_cents = 600, discount_borne_by = 'streamer',
               price_cents = 2400, updated_at = now() where id = $1`,
            [ids[index], codeId],
          );
          await client.query('commit');
        }),
      );
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.constraint] : []));
      expect(new Set(refused)).toEqual(new Set(['bookings_code_uses']));
      expect(refused).toHaveLength(190);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    const [{ uses }] = (await product.rows(
      'select count(*)::int as uses from public.bookings where code_id = $1',
      [codeId],
    )) as [{ uses: number }];
    expect(uses).toBe(10);
  }, 120_000);

  test('of one person for each, raced by their own two tabs, is made once', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    await make(fixture, { mostEach: 1 });
    const viewer = await product.join();
    const holds = [
      await hold(viewer, fixture, startIn(product, 3)),
      await hold(viewer, fixture, startIn(product, 4)),
    ];
    const codes = await Promise.all(holds.map(({ bookingId }) => refusalOf(viewer, bookingId)));
    expect(codes.toSorted()).toEqual(['code_used', null].toSorted());
  });
});

describe('making and stopping', () => {
  test('one word runs once; stopped, it may be made again', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const codeId = await make(fixture);
    expect(await codeOf(fixture.streamer, makeCode, draft())).toBe('code_exists');
    const other = await openFixture(product, { priceCents: 4_500 });
    expect(await codeOf(other.streamer, stopCode, { codeId })).toBe('code_not_found');
    await ask(fixture.streamer, stopCode, { codeId });
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
    expect(await refusalOf(viewer, bookingId)).toBe('code_not_valid');
    await make(fixture);
  });

  test('one that no offer and no commission could pay for is refused, with the least price', async () => {
    const fixture = await openFixture(product, { priceCents: 1_000 });
    const { refusal } = await send(
      fixture.streamer,
      makeCode,
      draft({ cut: { kind: 'amount', amount: 600 } }),
    );
    expect(refusal).toMatchObject({ code: 'code_price_too_low', details: { leastPriceCents: 1_100 } });
    const admin = await product.join({ role: 'admin' });
    const { offerIds: _, ...code } = draft({ code: 'CHER', cut: { kind: 'percent', percent: 16 } });
    expect(await codeOf(admin, makePlatformCode, { ...code, reason: 'Essai' })).toBe('code_price_too_low');
  });

  test('the team’s are in its log, made and stopped', async () => {
    const startsAt = new Date(Date.now() - 60_000).toISOString();
    const codeId = await makeOfTeam({
      code: 'JOURNAL',
      cut: { kind: 'amount', amount: 300 },
      firstOnly: true,
      mostUses: 5,
      mostEach: 2,
      startsAt,
    });
    const admin = await product.join({ role: 'admin' });
    await ask(admin, stopPlatformCode, { codeId, reason: 'Fin de la rentrée' });
    expect(await codeOf(admin, stopPlatformCode, { codeId, reason: 'Encore' })).toBe('code_not_found');
    expect(
      await product.rows(
        `select action, before, after, reason from public.audit_log where subject_id = $1 order by id`,
        [codeId],
      ),
    ).toEqual([
      {
        action: 'commerce/make-platform-code',
        before: null,
        after: {
          code: 'JOURNAL',
          amount_cents: 300,
          first_only: true,
          most_uses: 5,
          most_each: 2,
          starts_at: startsAt,
          ends_at: null,
        },
        reason: 'Rentrée',
      },
      {
        action: 'commerce/stop-platform-code',
        before: { code: 'JOURNAL', amount_cents: 300, stopped: false },
        after: { stopped: true },
        reason: 'Fin de la rentrée',
      },
    ]);
  });
});
