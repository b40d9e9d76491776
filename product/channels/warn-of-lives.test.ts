import { expect, test } from 'vitest';
import {
  advance,
  type Fixture,
  hold,
  openFixture,
  runTask,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { openProduct } from '#product/testing/product-server.ts';
import { readMails, refuseMailTo } from '#server/mail/testing/read-mails.ts';
import { warnOfLives } from './warn-of-lives.ts';

const MINUTE = 60_000;
const product = await openProduct({ clockRuns: true });
const viewer = await product.join();
let made = 7_000;

/** Announces a live of the streamer's linked channel, as the import of its schedule would. */
async function announce({ streamer }: Fixture, start: number, minutes: readonly [from: number, to: number]) {
  await product.rows(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'twitch', $2, '{"name": "paule"}')
     on conflict do nothing`,
    [streamer.id, String(++made)],
  );
  const [from, to] = minutes.map((minute) => new Date(start + minute * MINUTE));
  await product.rows(
    `insert into public.busy_times (calendar_id, streamer_id, starts_at, ends_at)
     select id, streamer_id, $2, $3 from public.calendars where streamer_id = $1 and channel_provider = 'twitch'`,
    [streamer.id, from, to],
  );
}
async function booked(days: number, minutes: readonly [from: number, to: number], person = viewer) {
  const fixture = await openFixture(product, { priceCents: 0 });
  const startText = startIn(product, days);
  const start = Date.parse(startText);
  const { bookingId } = await hold(person, fixture, startText);
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
  await announce(fixture, start, minutes);
  return { fixture, bookingId, start };
}
/** Runs the task as if so many minutes before the instant, as often as told at once. */
async function warnAt(instant: number, minutesBefore: number, processes = 1) {
  const real = product.clock.ahead;
  product.clock.ahead = instant - minutesBefore * MINUTE - Date.now();
  await Promise.all(Array.from({ length: processes }, () => runTask(product, warnOfLives)));
  product.clock.ahead = real;
}
const mails = (bookingId: string) =>
  readMails(product.database.pool, "kind = 'booking.live_planned' and related ->> 'booking_id' = $1", [
    bookingId,
  ]);
const told = async (bookingId: string) =>
  product.rows(
    "select person_id from public.notifications where booking_id = $1 and kind = 'live_planned' order by id",
    [bookingId],
  );

test('both sides are told two hours before a session that would begin during a planned live, each once', async () => {
  const { fixture, bookingId, start } = await booked(4, [-60, 60]);
  await warnAt(start, 121);
  expect(await mails(bookingId)).toEqual([]);
  for (const minutes of [120, 119, 60, 5]) await warnAt(start, minutes);
  const sent = await mails(bookingId);
  expect(sent.map(({ to }) => to).sort()).toEqual([viewer.email, fixture.streamer.email].sort());
  expect(sent.find(({ to }) => to === fixture.streamer.email)?.subject).toMatch(/^Votre live tombe/);
  expect((await told(bookingId)).map(({ person_id: id }) => id).sort()).toEqual(
    [viewer.id, fixture.streamer.id].sort(),
  );
});

test('several processes at once tell once', async () => {
  const { bookingId, start } = await booked(5, [0, 60]);
  await warnAt(start, 100, 6);
  expect(await mails(bookingId)).toHaveLength(2);
  expect(await told(bookingId)).toHaveLength(2);
});

test('a live that is over at the start, or begins after it, is not told', async () => {
  const before = await booked(6, [-90, 0]);
  const after = await booked(6, [1, 60], await product.join());
  for (const { start, bookingId } of [before, after]) {
    await warnAt(start, 90);
    expect(await mails(bookingId)).toEqual([]);
  }
});

test('what is busy in another calendar is no live, and a session that was cancelled is not told', async () => {
  const { fixture, bookingId, start } = await booked(7, [-90, -60]);
  const [calendar] = await product.rows(
    "insert into public.calendars (streamer_id, label, url) values ($1, 'Perso', 'https://agenda.exemple.fr/a.ics') returning id",
    [fixture.streamer.id],
  );
  await product.rows(
    'insert into public.busy_times (calendar_id, streamer_id, starts_at, ends_at) values ($1, $2, $3, $4)',
    [calendar!.id, fixture.streamer.id, new Date(start - MINUTE), new Date(start + MINUTE)],
  );
  await warnAt(start, 90);
  expect(await mails(bookingId)).toEqual([]);
  await announce(fixture, start, [-10, 10]);
  await advance(product, bookingId, { by: 'viewer', type: 'cancel' });
  await warnAt(start, 90);
  expect(await mails(bookingId)).toEqual([]);
});

test('the streamer of a group is told once, and each of its viewers', async () => {
  const fixture = await openFixture(product, { priceCents: 0, seats: 6 });
  const startText = startIn(product, 8);
  const seats: string[] = [];
  for (let seat = 0; seat < 3; seat++) {
    const { bookingId } = await hold(await product.join(), fixture, startText);
    await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
    seats.push(bookingId);
  }
  const start = Date.parse(startText);
  await announce(fixture, start, [-30, 30]);
  await warnAt(start, 110);
  const people = (await Promise.all(seats.map(told))).flat().map(({ person_id: id }) => id);
  expect(people).toHaveLength(4);
  expect(new Set(people).size).toBe(4);
  expect(people).toContain(fixture.streamer.id);
});

test('one that cannot be written stops none of the others, and is tried again', async () => {
  const broken = await booked(40, [-30, 30]);
  const fine = await booked(40, [-30, 30], await product.join());
  const accept = await refuseMailTo(product.database.pool, broken.fixture.streamer.email);
  const at = Math.max(broken.start, fine.start);
  await warnAt(at, 60);
  expect([await mails(broken.bookingId), await told(broken.bookingId)]).toEqual([[], []]);
  expect(await mails(fine.bookingId)).toHaveLength(2);
  await accept();
  await warnAt(at, 60);
  expect(await mails(broken.bookingId)).toHaveLength(2);
});
