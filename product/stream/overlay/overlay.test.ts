import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { createRealtime, type Realtime } from '#platform/realtime/realtime.ts';
import {
  advance,
  book,
  type Fixture,
  hold,
  insertAuthorised,
  openFixture,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { getKit, renewOverlay, setGoal, tryAlert } from '../contract.ts';
import { createOverlay } from './overlay-routes.ts';

const product = await openProduct({ clockRuns: true });
const { pool } = product.database;
let realtime: Realtime;
let overlay: ReturnType<typeof createOverlay>;
let fixture: Fixture;
let viewer: SignedIn;
let path: string;

beforeAll(async () => {
  realtime = await createRealtime({
    database: product.database,
    gateway: createGateway(product.keys, ['anon', 'authenticated', 'service_role']),
    path: 'public',
    logger: pino({ level: 'silent' }),
  });
  overlay = createOverlay({
    pool,
    siteUrl: product.deps.siteUrl,
    hear: realtime.hear,
    logger: pino({ level: 'silent' }),
    now: () => new Date(Date.now() + product.clock.ahead),
  });
  fixture = await openFixture(product);
  viewer = await product.join({ firstName: 'Céleste', lastName: 'Vannier', email: 'celeste.v@exemple.test' });
  path = new URL((await ask(fixture.streamer, renewOverlay, {})).overlayUrl).pathname;
});
afterAll(async () => {
  overlay.close();
  await realtime.close();
});

interface Told {
  event: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what the script reads, as it was sent.
  data: any;
}

/** An overlay that is open: what it was sent, as bytes and as events. */
async function listen(query = '', at = path) {
  const response = await overlay.app.request(`${at}/events${query}`);
  const reader = response.body!.getReader();
  const heard = { status: response.status, headers: response.headers, text: '', isOver: false };
  const decoder = new TextDecoder();
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard.text += decoder.decode(value, { stream: true });
    }
    heard.isOver = true;
  })();
  const events = (): Told[] =>
    [...heard.text.matchAll(/event: (\w+)\nid: (\d+)\ndata: (.*)\n\n/g)].map(
      ([, event = '', id = '', data = '']) => ({
        event,
        id,
        data: JSON.parse(data),
      }),
    );
  const of = (name: string) => events().filter(({ event }) => event === name);
  return {
    heard,
    of,
    async close() {
      await reader.cancel();
      await reading;
    },
  };
}

/** What the viewer says in their settings. */
const allow = (wanted: boolean) =>
  pool.query(
    `insert into public.person_settings (person_id, initial_on_stream) values ($1, $2)
     on conflict (person_id) do update set initial_on_stream = excluded.initial_on_stream`,
    [viewer.id, wanted],
  );

test('the document is under 60 KB, loads nothing else, and moves nothing but transform and opacity', async () => {
  const response = await overlay.app.request(`${path}?corner=top-right&size=large&background=transparent`);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThan(60 * 1024);
  expect(text).toContain('<body data-corner="top-right" data-size="large" data-background="transparent">');
  expect(text).not.toMatch(/(?:src|href)=|@import|url\((?!data:font)/);
  const moved = [...text.matchAll(/transition:([^;}]*)/g)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(' ')[0]),
  );
  expect(new Set(moved)).toEqual(new Set(['transform', 'opacity', 'none!important']));
  expect(text).not.toContain('@keyframes');
  expect(text).toContain('prefers-reduced-motion:reduce');
  // The QR code and the words beside it lead to the short address.
  expect(text).toContain('<svg');
  expect(text).toMatch(/<figcaption>loge\.test\/s\/[a-z0-9-]+<\/figcaption>/);
  const { headers } = response;
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'self'$/,
  );
  const alone = await (await overlay.app.request(`${path}?show=goal`)).text();
  expect([...alone.matchAll(/<section data-part="(\w+)"/g)].map(([, part]) => part)).toEqual(['goal']);
});

test('it shows the next free places, the goal and the next session, and follows them', async () => {
  const streamer = await openFixture(product, { priceCents: 0 });
  const { overlayUrl } = await ask(streamer.streamer, renewOverlay, {});
  const open = await listen('', new URL(overlayUrl).pathname);
  expect(open.heard.headers.get('content-type')).toBe('text/event-stream');
  await expect.poll(() => open.of('shown').length).toBe(1);
  expect(open.of('shown')[0]?.data).toMatchObject({ goal: null, nextSession: null });
  expect(open.of('shown')[0]?.data.places).toHaveLength(3);
  expect(open.of('shown')[0]?.data.places[0]).toMatchObject({
    title: 'Relecture de partie',
    time: expect.stringMatching(/^\d+\u202fh/),
  });

  await ask(streamer.streamer, setGoal, { places: 5 });
  await expect
    .poll(() => open.of('shown').at(-1)?.data.goal)
    .toEqual({ text: expect.stringMatching(/^0\u00a0place sur 5 (?:ce soir|aujourd’hui)$/), share: 0 });
  const start = startIn(product, 1);
  const { bookingId } = await hold(viewer, streamer, start);
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
  await expect
    .poll(() => open.of('shown').at(-1)?.data)
    .toMatchObject({
      goal: { text: expect.stringMatching(/^1\u00a0place sur 5 /), share: 0.2 },
      nextSession: start,
    });
  // A place that is given back counts no more.
  await advance(product, bookingId, { by: 'viewer', type: 'cancel' });
  await expect.poll(() => open.of('shown').at(-1)?.data.goal.share).toBe(0);
  await open.close();
});

test('a place that is paid for is told within two seconds, of nobody, and once', async () => {
  const open = await listen();
  await expect.poll(() => open.of('shown').length).toBe(1);
  const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
  await insertAuthorised(product, bookingId);
  expect(open.of('alert')).toEqual([]);
  await advance(product, bookingId, { type: 'authorise_payment', by: 'system' });
  const paid = performance.now();
  await expect.poll(() => open.of('alert').length, { interval: 20 }).toBe(1);
  expect(performance.now() - paid).toBeLessThan(2_000);
  expect(open.of('alert')[0]?.data).toEqual({ text: 'Une place vient d’être réservée' });
  // What changes afterwards is shown, and does not tell of it again.
  await ask(fixture.streamer, setGoal, { places: 9 });
  await expect.poll(() => open.of('shown').at(-1)?.data.goal?.text).toMatch(/ sur 9 /);
  expect(open.of('alert')).toHaveLength(1);
  await open.close();
});

test('of a viewer who allows it the initial is told; no byte that is sent says who they are', async () => {
  const open = await listen();
  await expect.poll(() => open.of('shown').length).toBe(1);
  await allow(true);
  const bookingId = await book(product, viewer, fixture, startIn(product, 4));
  await expect
    .poll(() => open.of('alert').map(({ data }) => data))
    .toEqual([{ text: 'Place réservée par C.' }]);
  await open.close();
  const document = await (await overlay.app.request(path)).text();
  for (const fact of [
    'Céleste',
    'Vannier',
    viewer.email,
    viewer.id,
    viewer.sessionId,
    bookingId,
    fixture.streamer.id,
  ])
    for (const sent of [open.heard.text, document])
      expect(sent.toLowerCase().includes(fact.toLowerCase()), fact).toBe(false);
  await allow(false);
});

test('an overlay that comes back is told what it missed, and not what it was told', async () => {
  const first = await listen();
  await expect.poll(() => first.of('shown').length).toBe(1);
  const last = first.of('shown')[0]!.id;
  await first.close();
  await book(product, viewer, fixture, startIn(product, 5));
  const second = await listen(`?since=${last}`);
  await expect.poll(() => second.of('alert').length).toBe(1);
  const told = second.of('alert')[0]!.id;
  await second.close();
  const third = await listen(`?since=${told}`);
  await expect.poll(() => third.of('shown').length).toBe(1);
  expect(third.of('alert')).toEqual([]);
  await third.close();
  // What it claims of the future, or of long ago, changes nothing.
  for (const since of ['?since=9999999999999', '?since=abc', '?since=-1', '']) {
    const open = await listen(since);
    await expect.poll(() => open.of('shown').length).toBe(1);
    await open.close();
  }
});

test('its streamer tries an alert, on their own overlays alone', async () => {
  const other = await openFixture(product);
  const { overlayUrl } = await ask(other.streamer, renewOverlay, {});
  const [own, others] = [await listen(), await listen('', new URL(overlayUrl).pathname)];
  await expect.poll(() => own.of('shown').length + others.of('shown').length).toBe(2);
  await ask(fixture.streamer, tryAlert, {});
  await expect.poll(() => own.of('alert').map(({ data }) => data.text)).toEqual(['Place réservée par C.']);
  expect(others.of('alert')).toEqual([]);
  await own.close();
  await others.close();
});

test('a renewed address ends the one before it, where it is open too; the database holds neither', async () => {
  const streamer = await openFixture(product);
  const first = new URL((await ask(streamer.streamer, renewOverlay, {})).overlayUrl).pathname;
  const open = await listen('', first);
  await expect.poll(() => open.of('shown').length).toBe(1);
  const { overlayUrl } = await ask(streamer.streamer, renewOverlay, {});
  expect(await ask(streamer.streamer, getKit, {})).toMatchObject({ overlayUrl });
  await expect.poll(() => open.of('gone').length).toBe(1);
  await expect.poll(() => open.heard.isOver).toBe(true);
  const gone = await overlay.app.request(first);
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain('Cette adresse ne marche pas, ou plus.');
  expect((await overlay.app.request(`${first}/events`)).status).toBe(404);
  const stored = JSON.stringify(await product.rows('select k::text from private.stream_kits k'));
  for (const secret of [first, overlayUrl].map((url) => url.split('/').at(-1)!)) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test.each([
  ['short', 'x'],
  ['of nobody', 'a'.repeat(43)],
  ['of a zero', '%00'],
  ['of a name', '__proto__'],
  ['very long', 'a'.repeat(5_000)],
])('an address that is %s is none', async (_, token) => {
  const response = await overlay.app.request(`/overlay/${token}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Overlay introuvable');
});

test.each(['published_at = null', 'withheld_at = now()', "away_until = 'infinity'"])(
  'a streamer whom nobody sees shows nothing on their stream: %s',
  async (sql) => {
    const streamer = await openFixture(product);
    const at = new URL((await ask(streamer.streamer, renewOverlay, {})).overlayUrl).pathname;
    const open = await listen('', at);
    await expect.poll(() => open.of('shown').length).toBe(1);
    await pool.query(`update public.streamers set ${sql} where id = $1`, [streamer.streamer.id]);
    await ask(streamer.streamer, setGoal, { places: 3 });
    await expect.poll(() => open.of('gone').length).toBe(1);
    const response = await overlay.app.request(at);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('n’est pas publiée');
  },
);

test('one address opens so many overlays, and then no more until one is closed', async () => {
  const streamer = await openFixture(product);
  const at = new URL((await ask(streamer.streamer, renewOverlay, {})).overlayUrl).pathname;
  const opened = await Promise.all(Array.from({ length: 20 }, () => listen('', at)));
  const refused = await overlay.app.request(`${at}/events`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  await opened[0]!.close();
  const again = await listen('', at);
  expect(again.heard.status).toBe(200);
  for (const open of [...opened.slice(1), again]) await open.close();
});

test('the kit is its streamer’s own: a viewer has none, and a goal is a number of places', async () => {
  expect(await codeOf(viewer, getKit, {})).toBe('forbidden');
  expect(await codeOf(viewer, renewOverlay, {})).toBe('forbidden');
  for (const places of [0, 100, 1.5, -3])
    expect(await codeOf(fixture.streamer, setGoal, { places }), String(places)).toBe('invalid_input');
  expect(await ask(fixture.streamer, setGoal, { places: null })).toEqual({ places: null });
  expect(await ask(fixture.streamer, getKit, {})).toMatchObject({ goalPlaces: null });
});
