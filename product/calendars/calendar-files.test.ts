import ICAL from 'ical.js';
import { beforeAll, expect, test } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { advance, type Fixture, hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { createCalendarFiles } from './calendar-files.ts';
import { createFeed, getFeed, removeFeed } from './contract.ts';

const product = await openProduct({ clockRuns: true });
let viewer: SignedIn;
let fixture: Fixture;
let bookingId: string;
let app: ReturnType<typeof createCalendarFiles>;

beforeAll(async () => {
  const gateway = createGateway(product.keys, ['anon', 'authenticated', 'service_role']);
  app = createCalendarFiles({
    pool: product.database.pool,
    siteUrl: product.deps.siteUrl,
    callerOf: (headers) => gateway.caller(headers),
  });
  viewer = await product.join({ firstName: 'Camille', lastName: 'Roy' });
  fixture = await openFixture(product, { priceCents: 0 });
  bookingId = (await hold(viewer, fixture, startIn(product, 5))).bookingId;
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
});

const eventsOf = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
const pathOf = (url: string) => new URL(url).pathname;

test('a feed holds one’s bookings, for anybody who knows its address, until it is replaced or ended', async () => {
  expect(await ask(viewer, getFeed, {})).toEqual({ createdAt: null });
  const { url, createdAt } = await ask(viewer, createFeed, {});
  expect(url).toMatch(/^http:\/\/loge\.test\/calendars\/[\w-]{43}\.ics$/);
  expect(await ask(viewer, getFeed, {})).toEqual({ createdAt });
  const response = await app.request(pathOf(url));
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('private');
  const events = eventsOf(await response.text());
  expect(events).toHaveLength(1);
  expect(events[0]?.getFirstPropertyValue('uid')).toBe(`booking-${bookingId}@loge.test`);
  expect(events[0]?.getFirstPropertyValue('summary')).toBe('Relecture de partie avec Streamer');

  const { url: second } = await ask(viewer, createFeed, {});
  expect((await app.request(pathOf(url))).status).toBe(404);
  expect((await app.request(pathOf(second))).status).toBe(200);
  await ask(viewer, removeFeed, {});
  expect((await app.request(pathOf(second))).status).toBe(404);
});

test('the stored hash does not open the feed', async () => {
  const { url } = await ask(fixture.streamer, createFeed, {});
  const token = pathOf(url).slice('/calendars/'.length, -'.ics'.length);
  const { rows } = await product.database.pool.query('select token_hash::text from private.calendar_feeds');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  const text = await (await app.request(pathOf(url))).text();
  // The streamer's side of the same booking, under the same UID, without the viewer's address.
  expect(text).toContain(`UID:booking-${bookingId}@`);
  expect(text).toContain('Camille R.');
  expect(text).not.toContain(viewer.email);
});

test('a suspended person’s feed is not served', async () => {
  const { url } = await ask(viewer, createFeed, {});
  await product.database.pool.query(
    "update auth.users set banned_until = now() + interval '1 day' where id = $1",
    [viewer.id],
  );
  expect((await app.request(pathOf(url))).status).toBe(404);
  await product.database.pool.query('update auth.users set banned_until = null where id = $1', [viewer.id]);
});

test('one booking is a file for its two people, signed in', async () => {
  const file = (token?: string, id = bookingId) =>
    app.request(`/calendars/bookings/${id}.ics`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  for (const { token } of [viewer, fixture.streamer]) {
    const response = await file(token);
    expect(response.status).toBe(200);
    expect(eventsOf(await response.text())).toHaveLength(1);
  }
  const stranger = await product.join();
  expect((await file(stranger.token)).status).toBe(404);
  expect((await file(viewer.token, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  for (const token of [undefined, 'x.y.z', product.keys.publishableKey])
    expect((await file(token)).status).toBe(401);
  const leaver = await product.join();
  await product.database.pool.query('delete from auth.sessions where id = $1', [leaver.sessionId]);
  expect((await file(leaver.token)).status).toBe(401);
});

test('a group is one entry for its streamer, tentative until a seat is agreed, no matter who joins it', async () => {
  const group = await openFixture(product, { priceCents: 0, seats: 6, confirmation: 'on_request' });
  const start = startIn(product, 6);
  const seats: string[] = [];
  for (let seat = 0; seat < 3; seat++) {
    const { bookingId: id } = await hold(await product.join(), group, start);
    await advance(product, id, { by: 'viewer', type: 'take_for_free' });
    seats.push(id);
  }
  const { url } = await ask(group.streamer, createFeed, {});
  const inFeed = async () => {
    const events = eventsOf(await (await app.request(pathOf(url))).text());
    expect(events).toHaveLength(1);
    const value = (name: string) => events[0]?.getFirstPropertyValue(name)?.toString();
    return {
      uid: value('uid'),
      status: value('status'),
      summary: value('summary'),
      sequence: Number(value('sequence')),
    };
  };
  const asked = await inFeed();
  expect(asked).toMatchObject({ status: 'TENTATIVE', summary: 'Relecture de partie (3 sur 6 places)' });
  expect(asked.uid).toMatch(/^session-/);
  await advance(product, seats[0] ?? '', { by: 'streamer', type: 'accept' });
  expect(await inFeed()).toMatchObject({ uid: asked.uid, status: 'CONFIRMED' });
  await advance(product, seats[1] ?? '', { by: 'streamer', type: 'decline' });
  const fewer = await inFeed();
  expect(fewer).toMatchObject({ uid: asked.uid, summary: 'Relecture de partie (2 sur 6 places)' });
  expect(fewer.sequence).toBeGreaterThanOrEqual(asked.sequence);
});
