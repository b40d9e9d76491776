import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { overruleSettlement } from '#product/administration/marketplace-contract.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { advance, type Fixture, hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { codeSteps } from './testing/code-steps.ts';

const product = await openProduct();
const till = tillOf(product);
const { make, use, refusalOf, pay } = codeSteps(product, till);
beforeEach(() => product.rows('delete from private.rate_limits'));

const DAY = 86_400_000;
const FIGURES =
  'code, uses, taken, given_cents, brought_cents, newcomers, week_sessions, week_cents, before_sessions, before_cents';
const read = (id: string) =>
  asCaller(
    product.database.pool,
    { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
    async (db) => (await db.query(`select ${FIGURES} from public.discount_code_figures`)).rows,
  );
const figuresOf = async ({ streamer }: Fixture) => (await read(streamer.id))[0];
/** As if the code had been made so many days ago, for then. */
const madeAgo = (codeId: string, days: number) =>
  product.rows('update public.discount_codes set created_at = $2, starts_at = $2 where id = $1', [
    codeId,
    new Date(Date.now() - days * DAY),
  ]);
/** A session that is agreed on, booked so many days ago. */
const sold = async ({ streamer, offerId }: Fixture, viewer: SignedIn, daysAgo: number): Promise<string> => {
  const id = await insertBooked(product.database.pool, {
    streamerId: streamer.id,
    offerId,
    viewerId: viewer.id,
    start: new Date(Date.now() - (daysAgo - 1) * DAY),
    status: 'completed',
  });
  const at = new Date(Date.now() - daysAgo * DAY);
  await product.rows('update public.bookings set held_at = $2, confirmed_at = $2 where id = $1', [id, at]);
  return id;
};
/** The same with a code that took 9 of 45 EUR off. */
const soldWith = async (codeId: string, ...of: Parameters<typeof sold>): Promise<string> => {
  const id = await sold(...of);
  await product.rows(
    `update public.bookings set code_id = $2, discount_code = 'NOEL', discount_cents = 900, discount_borne_by = 'streamer',
       price_cents = 3600, updated_at = now() where id = $1`,
    [id, codeId],
  );
  return id;
};

test('a streamer reads what each of their codes brought, and nobody else’s', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const other = await openFixture(product, { priceCents: 4_500 });
  await make(fixture);
  await make(other);
  const viewer = await product.join();
  const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
  await use(viewer, bookingId);
  await pay(viewer, bookingId);
  expect(await read(viewer.id)).toEqual([]);
  expect(await read(fixture.streamer.id)).toEqual([
    {
      code: 'NOEL',
      uses: 1,
      taken: 1,
      given_cents: 900,
      brought_cents: 3_600,
      newcomers: 1,
      // Its first week is not over, and there was nothing to book before it.
      week_sessions: null,
      week_cents: null,
      before_sessions: null,
      before_cents: null,
    },
  ]);
});

describe('the week in which a code began', () => {
  test('is told once it is over, beside the last one without any code', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const viewer = await product.join();
    const codeId = await make(fixture);
    await sold(fixture, viewer, 30);
    await sold(fixture, viewer, 12);
    await sold(fixture, viewer, 9);
    await madeAgo(codeId, 8);
    await soldWith(codeId, fixture, viewer, 7);
    expect(await figuresOf(fixture)).toMatchObject({
      week_sessions: 1,
      week_cents: 3_600,
      before_sessions: 2,
    });
    await madeAgo(codeId, 6);
    expect(await figuresOf(fixture)).toMatchObject({ week_sessions: null, week_cents: null });
  });

  test('begins no earlier than the code was made', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const codeId = await make(fixture);
    await sold(fixture, await product.join(), 18);
    await madeAgo(codeId, 8);
    await product.rows(
      `update public.discount_codes set starts_at = now() - interval '20 days' where id = $1`,
      [codeId],
    );
    expect(await figuresOf(fixture)).toMatchObject({ week_sessions: 0, before_sessions: 0 });
  });

  test('is compared with none before the streamer had something to book', async () => {
    const fixture = await openFixture(product, { priceCents: 4_500 });
    const codeId = await make(fixture);
    await madeAgo(codeId, 8);
    await product.rows(`update public.offers set created_at = now() - interval '14 days' where id = $1`, [
      fixture.offerId,
    ]);
    expect(await figuresOf(fixture)).toMatchObject({ week_sessions: 0, before_sessions: null });
    await product.rows(`update public.offers set created_at = now() - interval '16 days' where id = $1`, [
      fixture.offerId,
    ]);
    expect(await figuresOf(fixture)).toMatchObject({ week_sessions: 0, before_sessions: 0 });
  });
});

test('what is taken is what the limit counts: places that are held too, until their time is over', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const codeId = await make(fixture, { mostUses: 1 });
  const [one, two] = [await product.join(), await product.join()];
  const first = await hold(one, fixture, startIn(product, 3));
  await use(one, first.bookingId);
  expect(await figuresOf(fixture)).toMatchObject({ uses: 0, taken: 1 });
  const second = await hold(two, fixture, startIn(product, 4));
  expect(await refusalOf(two, second.bookingId)).toBe('code_used_up');
  await product.rows(`update public.bookings set due_at = now() - interval '1 minute' where code_id = $1`, [
    codeId,
  ]);
  expect(await figuresOf(fixture)).toMatchObject({ uses: 0, taken: 0 });
  expect(await refusalOf(two, second.bookingId)).toBeNull();
});

test('a prolongation gives the code’s part of its minutes too', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const viewer = await product.join();
  const codeId = await make(fixture);
  const id = await soldWith(codeId, fixture, viewer, 2);
  expect(await figuresOf(fixture)).toMatchObject({ given_cents: 900, brought_cents: 3_600 });
  // As extend-session writes it: 15 minutes at 36 EUR for the minutes booked, where 45 EUR was the price.
  const [{ duration_minutes: minutes }] = (await product.rows(
    'select duration_minutes from public.bookings where id = $1',
    [id],
  )) as [{ duration_minutes: number }];
  const price = Math.round((3_600 * 15) / minutes);
  await product.rows(
    `insert into public.session_extensions (id, booking_id, side, minutes, price_cents, state, offered_at, accepted_at, until_at, ended_at)
     values ($1, $2, 'viewer', 15, $3, 'done', now(), now(), now(), now())`,
    [randomUUID(), id, price],
  );
  await product.rows(
    'update public.bookings set price_cents = price_cents + $2, duration_minutes = duration_minutes + 15 where id = $1',
    [id, price],
  );
  const list = Math.round((4_500 * 15) / minutes);
  expect(await figuresOf(fixture)).toMatchObject({
    given_cents: 900 + list - price,
    brought_cents: 3_600 + price,
  });
});

test('what the team gives back beyond the terms counts as given back, and the use returns with the whole', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const codeId = await make(fixture, { mostUses: 1 });
  const [viewer, next] = [await product.join(), await product.join()];
  const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
  await use(viewer, bookingId);
  await pay(viewer, bookingId);
  await settleInFull(bookingId);
  expect(await figuresOf(fixture)).toMatchObject({ uses: 1, taken: 1, brought_cents: 3_600 });
  const admin = await product.join({ role: 'admin' });
  const decide = (refundCents: number, expectedRefundedCents: number) =>
    ask(admin, overruleSettlement, {
      key: randomUUID(),
      bookingId,
      refundCents,
      expectedRefundedCents,
      reason: 'Le son manquait',
    });
  await decide(1_000, 0);
  await till.work();
  expect(await figuresOf(fixture)).toMatchObject({ uses: 1, taken: 1, brought_cents: 2_600 });
  const again = await hold(next, fixture, startIn(product, 6));
  expect(await refusalOf(next, again.bookingId)).toBe('code_used_up');
  await decide(3_600, 1_000);
  await till.work();
  expect(await figuresOf(fixture)).toMatchObject({ uses: 0, taken: 0, brought_cents: 0 });
  expect(await refusalOf(next, again.bookingId)).toBeNull();
  await madeAgo(codeId, 8);
  await product.rows(`update public.bookings set held_at = now() - interval '2 days' where id = $1`, [
    bookingId,
  ]);
  expect(await figuresOf(fixture)).toMatchObject({ week_sessions: 0, week_cents: 0 });
});

/** The session was held as agreed. */
async function settleInFull(bookingId: string): Promise<void> {
  const [{ start_at: start }] = (await product.rows('select start_at from public.bookings where id = $1', [
    bookingId,
  ])) as [{ start_at: Date }];
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start);
  const from = parseInstant(start.toISOString());
  const there = [{ start: minutesAfter(from, -5), end: minutesAfter(from, 60) }];
  const end = new Date(minutesAfter(from, 60));
  await advance(
    product,
    bookingId,
    { type: 'settle', by: 'system', attendance: { streamer: there, viewer: there } },
    end,
  );
  product.clock.ahead = end.getTime() - Date.now();
}
