import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { listSlots, previewDay } from '#product/availability/contract.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import {
  answerProposal,
  cancelBooking,
  holdSlot,
  proposeStart,
  releaseHold,
  rescheduleBooking,
  withdrawProposal,
} from './contract.ts';
import {
  book,
  carryOut,
  type Fixture,
  hold,
  holdRequest,
  key,
  openFixture,
  startIn,
} from './testing/fixture.ts';

const product = await openProduct();

const request = (fixture: Fixture, start: string) => holdRequest(fixture, start);
const day = (start: string) => {
  const from = Date.parse(start.slice(0, 10));
  return { from: new Date(from).toISOString(), until: new Date(from + 86_400_000).toISOString() };
};
const offered = async (who: SignedIn, { offerId }: Fixture, start: string, bookingId?: string) => {
  const { slots } = await ask(who, listSlots, { offerId, ...day(start), ...(bookingId && { bookingId }) });
  return slots.map((slot) => slot.start);
};
/** The same start, so many minutes later. */
const after = (start: string, minutes: number) =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString();
/** People in two places: what the timeline says, without its constraint. */
const inTwoPlaces = () =>
  product.rows(
    `select a.booking_id, b.booking_id as other from private.person_times a join private.person_times b
       on a.person_id = b.person_id and a.together <> b.together and a.span && b.span and a.booking_id < b.booking_id`,
  );

test('a streamer who is somebody’s guest is not on sale at that hour, buffers included', async () => {
  const [guest, host, viewer] = [
    await openFixture(product),
    await openFixture(product),
    await product.join(),
  ];
  await product.rows('update public.streamers set buffer_before_minutes = 15 where id = $1', [
    guest.streamer.id,
  ]);
  const start = startIn(product, 3);
  const taken = await book(product, guest.streamer, host, start);
  const free = await offered(viewer, guest, start);
  expect(free.filter((each) => each > after(start, -60) && each < after(start, 75))).toEqual([]);
  expect(free).toEqual(expect.arrayContaining([after(start, -60), after(start, 75)]));
  const { refusal } = await send(viewer, holdSlot, request(guest, start));
  // Whose guest they are is nobody's business.
  expect(refusal).toMatchObject({ code: 'slot_not_free', details: { reason: 'busy' } });
  expect(refusal?.details?.nearest).toContain(after(start, -60));
  const { starts } = await ask(guest.streamer, previewDay, {
    date: start.slice(0, 10),
    offerId: guest.offerId,
    durationMinutes: 60,
    draft: null,
  });
  expect(starts.find((each) => each.start === start)?.reason).toBe('attending');
  await ask(guest.streamer, cancelBooking, { key: key(), bookingId: taken, expectedRefundCents: 3000 });
  expect(await offered(viewer, guest, start)).toContain(start);
});

test('a streamer takes nothing at the hour of a session that they give, pause included', async () => {
  const [own, host] = [await openFixture(product), await openFixture(product)];
  await product.rows('update public.streamers set buffer_after_minutes = 30 where id = $1', [
    own.streamer.id,
  ]);
  const start = startIn(product, 4);
  const given = await book(product, await product.join(), own, start);
  for (const minutes of [0, -45, 75]) {
    const { refusal } = await send(own.streamer, holdSlot, request(host, after(start, minutes)));
    expect(refusal).toMatchObject({
      code: 'viewer_busy',
      details: { bookingId: given, side: 'streamer', kind: 'agreed' },
    });
  }
  expect(await hold(own.streamer, host, after(start, 90))).toMatchObject({ status: 'held' });
});

test('a viewer who books two sessions that overlap is refused, and told which one they have', async () => {
  const [one, two, viewer] = [await openFixture(product), await openFixture(product), await product.join()];
  const start = startIn(product, 5);
  const { bookingId } = await hold(viewer, one, start);
  const { refusal } = await send(viewer, holdSlot, request(two, after(start, 45)));
  expect(refusal).toMatchObject({ code: 'viewer_busy', details: { bookingId, side: 'viewer' } });
  await ask(viewer, releaseHold, { key: key(), bookingId });
  expect(await hold(viewer, two, after(start, 45))).toMatchObject({ status: 'held' });
});

test('a proposed start is held for both until it is answered, withdrawn or has lapsed', async () => {
  const [own, host, viewer] = [await openFixture(product), await openFixture(product), await product.join()];
  const [start, proposed] = [startIn(product, 6), startIn(product, 7)];
  const bookingId = await book(product, viewer, own, start);
  const propose = () => ask(own.streamer, proposeStart, { key: key(), bookingId, start: proposed });
  const stranger = await product.join();
  const isHeld = async () => {
    const streamers = await send(stranger, holdSlot, request(own, proposed));
    const viewers = await send(viewer, holdSlot, request(host, after(proposed, 30)));
    expect(streamers.refusal).toMatchObject({ code: 'slot_not_free', details: { reason: 'taken' } });
    expect(viewers.refusal).toMatchObject({ code: 'viewer_busy', details: { bookingId, kind: 'proposed' } });
  };
  const isFree = async () => {
    const held = await hold(stranger, own, proposed);
    await ask(stranger, releaseHold, { key: key(), bookingId: held.bookingId });
  };
  await propose();
  await isHeld();
  await ask(own.streamer, withdrawProposal, { key: key(), bookingId });
  await isFree();
  await propose();
  product.clock.ahead += 49 * 3_600_000;
  await carryOut(product);
  await isFree();
  product.clock.ahead = 0;
});

test('a proposal goes where both are free, and an accepted one cannot come too late', async () => {
  const [own, host, viewer] = [await openFixture(product), await openFixture(product), await product.join()];
  const [start, busy, free] = [startIn(product, 8), startIn(product, 9), startIn(product, 10)];
  const bookingId = await book(product, viewer, own, start);
  await hold(viewer, host, busy);
  expect(await codeOf(own.streamer, proposeStart, { key: key(), bookingId, start: busy })).toBe(
    'viewer_not_free',
  );
  expect(await offered(own.streamer, own, busy, bookingId)).not.toContain(busy);
  await ask(own.streamer, proposeStart, { key: key(), bookingId, start: free });
  expect(await codeOf(await product.join(), holdSlot, request(own, free))).toBe('slot_not_free');
  const accepted = await ask(viewer, answerProposal, { key: key(), bookingId, answer: 'accept' });
  expect(accepted.start).toBe(free);
  expect(await hold(await product.join(), own, start)).toMatchObject({ status: 'held' });
});

test('a booking that moves takes its new time of both, and gives the old one back', async () => {
  const [own, host, viewer] = [await openFixture(product), await openFixture(product), await product.join()];
  const [start, busy, free] = [startIn(product, 11), startIn(product, 12), startIn(product, 13)];
  const bookingId = await book(product, viewer, own, start);
  const there = await hold(viewer, host, after(busy, 15));
  const move = (to: string) => send(viewer, rescheduleBooking, { key: key(), bookingId, start: to });
  expect((await move(busy)).refusal).toMatchObject({
    code: 'viewer_busy',
    details: { bookingId: there.bookingId },
  });
  expect((await move(free)).answer).toMatchObject({ start: free });
  expect(await codeOf(viewer, holdSlot, request(host, free))).toBe('viewer_busy');
  expect(await hold(viewer, host, start)).toMatchObject({ status: 'held' });
});

test('the seats of a group share their streamer’s time, each takes its own viewer’s', async () => {
  const [group, host] = [await openFixture(product, { seats: 3 }), await openFixture(product)];
  const start = startIn(product, 14);
  const viewers = await Promise.all([1, 2, 3].map(() => product.join()));
  for (const viewer of viewers) await book(product, viewer, group, start);
  for (const viewer of viewers)
    expect(await codeOf(viewer, holdSlot, request(host, start))).toBe('viewer_busy');
  expect(await codeOf(group.streamer, holdSlot, request(host, start))).toBe('viewer_busy');
  const times = await product.rows(
    'select side, count(*)::int as n, count(distinct together)::int as apart from private.person_times where lower(span) = $1 group by side order by side',
    [start],
  );
  expect(times).toEqual([
    { side: 'streamer', n: 3, apart: 1 },
    { side: 'viewer', n: 3, apart: 3 },
  ]);
});

test('fifty people at once, a streamer as guest and as giver at one hour: exactly one wins, without a deadlock', async () => {
  const [one, other] = [await openFixture(product), await openFixture(product)];
  const start = startIn(product, 15);
  const people = await Promise.all(Array.from({ length: 48 }, () => product.join()));
  product.errors.length = 0;
  const deadlocks = () =>
    product.rows('select deadlocks::int from pg_stat_database where datname = current_database()');
  const [before] = await deadlocks();
  const wishes: [SignedIn, Fixture][] = people.map((viewer) => [viewer, one]);
  // The streamer of each goes to the other: both ways at once, in the middle of the others.
  wishes.splice(10, 0, [one.streamer, other]);
  wishes.splice(30, 0, [other.streamer, one]);
  const answers = await Promise.all(
    wishes.map(([viewer, fixture], index) =>
      send(viewer, holdSlot, request(fixture, after(start, (index % 3) * 15))),
    ),
  );
  const won = answers.filter(({ answer }) => answer !== null && answer !== undefined);
  expect(won).toHaveLength(1);
  const refusals = new Set(answers.flatMap(({ refusal }) => (refusal ? [refusal.code] : [])));
  expect([...refusals].filter((code) => code !== 'slot_not_free' && code !== 'viewer_busy')).toEqual([]);
  expect((await deadlocks())[0]).toEqual(before);
  expect(product.errors).toEqual([]);
  expect(await inTwoPlaces()).toEqual([]);
});

test('what older versions sold twice stays agreed, and nothing more is sold over it', async () => {
  const [guest, host] = [await openFixture(product), await openFixture(product)];
  const start = startIn(product, 17);
  const given = await book(product, await product.join(), guest, start);
  await product.rows('alter table public.bookings disable trigger keep_person_times_insert');
  const taken = await insertBooked(product.database.pool, {
    ...{ streamerId: host.streamer.id, offerId: host.offerId, viewerId: guest.streamer.id },
    start: new Date(after(start, 15)),
  });
  await product.rows('alter table public.bookings enable trigger keep_person_times_insert');
  const migration = await readFile(
    new URL('../../database/migrations/0420_person_times.sql', import.meta.url),
    'utf8',
  );
  const fill = /^insert into private\.person_times[^;]*;/m.exec(migration)?.[0] ?? '';
  await product.rows('delete from private.person_times');
  await product.rows(fill);
  const marked = await product.rows('select booking_id, side from private.person_times where predates');
  expect(marked).toEqual([{ booking_id: taken, side: 'viewer' }]);
  // Both go on: what happens to them at their own start is written, and neither is thrown out.
  await product.rows("update public.bookings set status = 'in_progress' where id = any ($1)", [
    [given, taken],
  ]);
  expect(await codeOf(await product.join(), holdSlot, request(guest, after(start, 60)))).toBe(
    'slot_not_free',
  );
  expect(await codeOf(guest.streamer, holdSlot, request(await openFixture(product), after(start, 60)))).toBe(
    'viewer_busy',
  );
  // Once it moves it is like any other.
  await product.rows("update public.bookings set start_at = start_at + interval '2 days' where id = $1", [
    taken,
  ]);
  expect(await product.rows('select from private.person_times where predates')).toEqual([]);
});

test('a writer that takes no lock is stopped by the constraint, whichever side the person is on', async () => {
  const [guest, host] = [await openFixture(product), await openFixture(product)];
  const start = startIn(product, 16);
  const writer = new pg.Client(product.database.connection);
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query(
      `insert into private.person_times (booking_id, side, kind, person_id, together, span)
       select b.id, 'viewer', 'proposed', $1, $2, tstzrange($3, $3::timestamptz + interval '1 hour')
       from public.bookings b order by b.id limit 1`,
      [guest.streamer.id, randomUUID(), start],
    );
    const held = send(await product.join(), holdSlot, request(guest, start));
    await expect
      .poll(async () => {
        const [row] = await product.rows(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into public.bookings%'`,
        );
        return row.n;
      })
      .toBe(1);
    await writer.query('commit');
    expect((await held).refusal).toMatchObject({ code: 'slot_not_free' });
    await product.rows('delete from private.person_times where person_id = $1', [guest.streamer.id]);
    expect(await hold(guest.streamer, host, start)).toMatchObject({ status: 'held' });
  } finally {
    await writer.end();
  }
});
